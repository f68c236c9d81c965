import DocgenDocModel
import DocgenGround

extension BlockReader {
  /// Adds a block as a fixture, for the samples it names or for all that follow on the page.
  mutating func addFixture(_ name: String, code: CodeBlock, options: SampleOptions) {
    guard let check = context.fixtures[name] else { return }
    let start = SourceRange(line: code.lines.first?.number ?? code.infoStart.line, column: 1)
    let problems = check(code.text)
    let fixture = Sample.Fixture(
      name: name, text: code.text, location: file.location(start),
      isBroken: problems.contains { $0.severity == .error })
    if let targets = options.targets {
      let range = options.range(of: "for") ?? SourceRange(at: code.infoStart)
      targetedFixtures.append(TargetedFixture(fixture: fixture, targets: targets, range: range))
    } else {
      fixtures[name] = fixture
    }
    // A broken fixture must be corrected first; which samples see it is checked after that.
    if !fixture.isBroken {
      let word = options.range(of: "fixture") ?? SourceRange(at: code.infoStart)
      pageFixtures.append((fixture, word))
    }
    for problem in problems {
      report(
        .invalidFixture(problem.message, severity: problem.severity),
        at: range(of: problem, in: code))
    }
  }

  /// Assigns fixtures to the samples they name, which may also precede them.
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

  /// Reports fixtures that no run sees, and those that come too late for their session.
  mutating func checkFixtures() {
    // The fixtures in effect when each session began; its later blocks see no others.
    var begun: [String: Set<SourceLocation>] = [:]
    var used: Set<SourceLocation> = []
    var late: [SourceLocation: String] = [:]
    for sample in samples where sample.mode == .run {
      let locations = sample.fixtures.map(\.location)
      if let session = sample.session, let known = begun[session] {
        for location in locations where !known.contains(location) && late[location] == nil {
          late[location] = session
        }
      } else {
        used.formUnion(locations)
        if let session = sample.session { begun[session] = Set(locations) }
      }
    }
    let lost = targetedFixtures.filter { targeted in
      !targeted.targets.contains { name in samples.contains { $0.id.name == name } }
    }.map(\.fixture.location)
    for (fixture, range) in pageFixtures {
      if let session = late[fixture.location] {
        report(.lateFixture(fixture.name, session: session), at: range)
      } else if !used.contains(fixture.location), !lost.contains(fixture.location) {
        report(.unusedFixture(fixture.name), at: range)
      }
    }
  }

  /// Returns the range on the page of a problem in a fixture's text.
  private func range(of problem: SampleContext.FixtureProblem, in code: CodeBlock) -> SourceRange {
    let index = min(max(problem.line, 1), max(code.lines.count, 1)) - 1
    guard code.lines.indices.contains(index) else { return SourceRange(at: code.infoStart) }
    let line = code.lines[index]
    return SourceRange(
      line: line.number, column: problem.column + line.removedColumns, length: 1)
  }
}

/// A fixture for named samples only.
struct TargetedFixture {
  var fixture: Sample.Fixture
  var targets: [String]
  var range: SourceRange
}

extension Diagnostic.Message {
  static func invalidFixture(_ problem: String, severity: Diagnostic.Severity) -> Self {
    Self(.invalidFixture, severity, problem)
  }

  static func unusedFixture(_ name: String) -> Self {
    Self(
      .unusedFixture, .warning,
      "no block that is run sees this 'fixture=\(name)'; put it before one, or leave the word out")
  }

  static func lateFixture(_ name: String, session: String) -> Self {
    Self(
      .unusedFixture, .warning,
      "the session '\(session)' does not see this 'fixture=\(name)', because its first block doesn't; "
        + "put it before that block, or name the blocks that see it with 'for='")
  }

  static func unknownTarget(_ name: String, known: [String]) -> Self {
    Self(.invalidSampleOption, .unknown("sample", named: name, among: known))
  }
}
