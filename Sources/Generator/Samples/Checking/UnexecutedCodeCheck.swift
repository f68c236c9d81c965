import DocgenDocModel
import DocgenGround

/// Finds code that never executes: tests, tasks that nothing awaits, and blocks whose code is all
/// for other systems.
struct UnexecutedCodeCheck: Sendable {
  let source: SampleSource

  private var program: SampleProgram { source.program }

  /// The warnings, each with the index of its block in the program.
  var diagnostics: [(block: Int, diagnostic: Diagnostic)] { leftOutBlocks + unexecutedCode }

  /// Warnings for blocks whose code is all in branches of `#if` for other systems, such as code for
  /// UIKit on Linux.
  private var leftOutBlocks: [(block: Int, diagnostic: Diagnostic)] {
    guard program.lead.language == .swift else { return [] }
    return program.blocks.enumerated().compactMap { index, block in
      guard let condition = block.lines.first(where: { $0.text.contains(bytesOf: "#if") }) else {
        return nil
      }
      let tokens = SwiftTokens(block.lines.map(\.text).joined(separator: "\n"))
      guard Self.hasCode(tokens.code), !Self.hasCode(tokens.codeForThisSystem) else { return nil }
      let position = source.start(ofLine: condition.number)
      return (
        index, Diagnostic(.codeLeftOut(isRun: program.isRun), at: source.location(of: position))
      )
    }
  }

  /// Returns whether there is any code besides imports and conditions.
  private static func hasCode(_ code: String) -> Bool {
    let imports = /\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:\w+\s+)?import\s/
    return code.splitIntoLines().contains { line in
      !line.allSatisfy(\.isWhitespace) && ConditionalDirective(line) == nil
        && line.prefixMatch(of: imports) == nil
    }
  }

  private var unexecutedCode: [(block: Int, diagnostic: Diagnostic)] {
    guard program.isRun, program.lead.language == .swift else { return [] }
    // Saves time: most programs contain neither tasks nor tests.
    guard ["Task", "Testing", "XCTest"].contains(where: source.text.contains(bytesOf:)) else {
      return []
    }
    let lines = program.code.flatMap(\.lines)
    let code = SwiftTokens(lines.map(\.text).joined(separator: "\n")).code
    let findings =
      testImports(in: code)
      + ForgottenTasks(
        in: code, setup: program.setup?.lines ?? [],
        blocks: program.code.indices.flatMap { index in program.code[index].lines.map { _ in index }
        }
      ).found
    return findings.compactMap { message, index in
      guard lines.indices.contains(index) else { return nil }
      let position = source.start(ofLine: lines[index].number)
      return source.blockIndex(of: position).map {
        ($0, Diagnostic(message, at: source.location(of: position)))
      }
    }
  }

  /// Returns imports of test libraries, with their lines, unless the program runs the tests itself.
  private func testImports(in code: String) -> [(Diagnostic.Message, line: Int)] {
    let runners = ["XCTMain", "XCTestSuite", "XCTWaiter", "Testing.__", ".run()"]
    if runners.contains(where: code.contains(bytesOf:)) { return [] }
    let pattern = /\s*(?:@testable\s+)?import\s+(?:\w+\s+)?(Testing|XCTest)\b/
      .wordBoundaryKind(.simple)
    return code.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .compactMap { index, line in
        line.prefixMatch(of: pattern).map { (.testsNotRun(String($0.output.1)), index) }
      }
  }
}

extension Diagnostic.Message {
  static func codeLeftOut(isRun: Bool) -> Self {
    Self(
      .codeLeftOut, .warning,
      "all of this code is for other systems, so it is never compiled here; "
        + "add an '#else', or show it unchecked, without '\(isRun ? "runnable" : "compile-only")'")
  }

  static func testsNotRun(_ module: String) -> Self {
    Self(
      .testsNotRun, .warning,
      "a sample runs no tests, so nothing that '\(module)' checks here can fail; "
        + "call what is tested and print it, or write 'compile-only'")
  }

  static let taskOutlivesBlock = Self(
    .taskNotAwaited, .warning,
    "a later block waits for this task, so what it prints may appear there; "
      + "write 'await Task { … }.value'")

  static let taskNotAwaited = Self(
    .taskNotAwaited, .warning,
    "nothing waits for this task, so the sample may end before it has run; "
      + "write 'await Task { … }.value'")
}
