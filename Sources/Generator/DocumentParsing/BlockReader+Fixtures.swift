import DocModel
import Spelling

extension BlockReader {
  /// Takes a block over as a fixture, for what follows on the page or for the samples it names.
  mutating func addFixture(_ name: String, _ code: CodeBlock, _ options: SampleOptions) {
    guard let check = context.fixtures[name] else { return }
    let start = SourcePosition(line: code.lines.first?.number ?? code.infoStart.line, column: 1)
    let fixture = Sample.Fixture(
      name: name, text: code.text, location: file.location(SourceRange(at: start)))
    if let targets = options.targets {
      let range = options.range(of: "for") ?? SourceRange(at: code.infoStart)
      targetedFixtures.append(TargetedFixture(fixture: fixture, targets: targets, range: range))
    } else {
      fixtures[name] = fixture
    }
    for problem in check(code.text) {
      report(
        .invalidFixture(problem.message, problem.severity),
        at: range(of: problem, in: code))
    }
  }

  /// Gives fixtures to the samples they name, which may stand before them too.
  mutating func assignTargetedFixtures() {
    for targeted in targetedFixtures {
      for name in targeted.targets {
        guard let index = samples.firstIndex(where: { $0.id.name == name }) else {
          report(.unknownTarget(name, known: samples.map(\.id.name)), at: targeted.range)
          continue
        }
        samples[index].fixtures.removeAll { $0.name == targeted.fixture.name }
        samples[index].fixtures.append(targeted.fixture)
        samples[index].fixtures.sort { $0.name < $1.name }
      }
    }
  }

  /// Where a problem of a fixture's text stands on the page.
  private func range(of problem: SampleContext.FixtureProblem, in code: CodeBlock) -> SourceRange {
    let index = min(max(problem.line, 1), max(code.lines.count, 1)) - 1
    guard code.lines.indices.contains(index) else { return SourceRange(at: code.infoStart) }
    let line = code.lines[index]
    return SourceRange(
      at: SourcePosition(line: line.number, column: problem.column + line.removedColumns),
      length: 1)
  }
}

/// A fixture that is not for all samples behind it.
struct TargetedFixture {
  var fixture: Sample.Fixture
  var targets: [String]
  var range: SourceRange
}

extension Diagnostic.Message {
  static func invalidFixture(_ problem: String, _ severity: Diagnostic.Severity) -> Self {
    Self(.invalidFixture, severity, problem)
  }

  static func unknownTarget(_ name: String, known: [String]) -> Self {
    Self(.invalidSampleOption, .unknown("sample", name, among: known))
  }
}
