import DocModel
import Ground

/// Reads the samples of a Markdown file as far as these tests need it; the real reader is not this
/// target's.
struct MarkdownSamples {
  private(set) var samples: [Sample] = []
  private var fixtures: [Sample.Fixture] = []
  private let file: String

  /// What `setup=` names.
  private let setups: [String: Sample.Setup]

  init(file: String, text: String, setups: [String: Sample.Setup] = [:]) {
    self.file = file
    self.setups = setups
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    var index = 0
    while index < lines.count {
      guard let fence = Fence(lines, at: index) else {
        index += 1
        continue
      }
      add(fence)
      index = fence.endLine
    }
  }

  private mutating func add(_ fence: Fence) {
    let range = SourceRange(
      SourcePosition(line: fence.startLine, column: fence.indentation + 1),
      SourcePosition(line: fence.endLine, column: fence.indentation + 4))
    if fence.words == ["output"] {
      samples[samples.count - 1].expectedOutput = .init(lines: fence.lines, range: range)
    } else if fence.words == ["error"] {
      samples[samples.count - 1].expectedError = .init(lines: fence.lines, range: range)
    } else if let name = fence.option("fixture") {
      fixtures.append(
        .init(
          name: name, text: fence.lines.map(\.text).joined(separator: "\n"),
          location: SourceLocation(file: file)))
    } else {
      let expected = fence.option("expect")
      let status = expected.flatMap { Int($0.dropFirst(5).dropLast()) }
      let expectation: Sample.Expectation? =
        switch expected {
        case "crash": .crash
        case "compile-error": .compileError
        default: status.map { .exit($0) }
        }
      let isRun = !fence.words.contains("compile-only") && expectation != .compileError
      var sample = Sample(
        id: SampleID(file: file, name: String(samples.count + 1)), file: file, range: range,
        lines: fence.lines, mode: isRun ? .run : .compileOnly,
        expectation: expectation ?? .success,
        timeout: fence.option("timeout").flatMap { Int($0) } ?? 10, fixtures: fixtures,
        language: fence.words.first == "sh" ? .shell : .swift)
      sample.session = fence.option("session")
      sample.setup = fence.option("setup").flatMap { setups[$0] }
      samples.append(sample)
    }
  }
}

private struct Fence {
  var startLine: Int
  var endLine: Int
  var indentation: Int
  var words: [String]
  var lines: [Sample.Line] = []

  init?(_ text: [String], at index: Int) {
    let line = text[index]
    indentation = line.prefix { $0 == " " }.count
    guard line.dropFirst(indentation).hasPrefix("```") else { return nil }
    words = line.dropFirst(indentation + 3).split(separator: " ").map(String.init)
    startLine = index + 1
    endLine = startLine + 1
    while endLine <= text.count {
      let content = text[endLine - 1]
      let removed = min(indentation, content.prefix { $0 == " " }.count)
      if content.dropFirst(removed) == "```" { break }
      lines.append(
        .init(
          text: String(content.dropFirst(removed)), number: endLine, removedColumns: removed))
      endLine += 1
    }
  }

  func option(_ name: String) -> String? {
    words.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
  }
}
