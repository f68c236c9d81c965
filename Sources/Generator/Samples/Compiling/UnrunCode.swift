import DocModel

/// Finds code of a program that compiles and that nothing runs, so that it shows nothing: tests, and tasks
/// that nobody waits for.
struct UnrunCode: Sendable {
  let program: SampleProgram
  let source: SampleSource

  /// A warning for each stretch, with the place of its block among the program's.
  var diagnostics: [(block: Int, diagnostic: Diagnostic)] {
    guard program.isRun, program.lead.language == .swift else { return [] }
    let lines = program.code.flatMap(\.lines)
    return (testImports(in: lines) + forgottenTasks(in: lines)).compactMap { message, line in
      let place = SampleRun.Place(line: line.number, column: line.text.firstColumn)
      return source.blockIndex(of: place).map {
        ($0, Diagnostic(message, at: source.location(of: place)))
      }
    }
  }

  private typealias Finding = (message: Diagnostic.Message, line: Sample.Line)

  /// Imports of a library for tests, where the program doesn't run them itself.
  private func testImports(in lines: [Sample.Line]) -> [Finding] {
    let runners = ["XCTMain", "XCTestSuite", "Testing.__"]
    let isRunning = lines.contains { line in runners.contains { line.text.contains(bytesOf: $0) } }
    if isRunning { return [] }
    return lines.compactMap { line in
      guard line.text.contains(bytesOf: "import") else { return nil }
      let pattern = /\s*(?:@testable\s+)?import\s+(?:\w+\s+)?(Testing|XCTest)\b/
      return line.text.prefixMatch(of: pattern.wordBoundaryKind(.simple))
        .map { (.testsNotRun(String($0.output.1)), line) }
    }
  }

  /// Tasks at the top level behind which the program comes to its end without waiting for anything.
  private func forgottenTasks(in lines: [Sample.Line]) -> [Finding] {
    guard lines.contains(where: { $0.text.contains(bytesOf: "Task") }) else { return [] }
    let code = SwiftTokens(lines.map(\.text).joined(separator: "\n")).code
      .split(separator: "\n", omittingEmptySubsequences: false)
    guard code.count == lines.count else { return [] }
    var found: [Int] = []
    var depth = 0
    var isInTask = false
    for (index, text) in code.enumerated() {
      if depth == 0 { isInTask = Self.beginsTask(text) }
      if isInTask, depth == 0 { found.append(index) }
      // Whatever is waited for, the tasks before it get their turn.
      if !isInTask, text.contains(Self.waiting) { found = [] }
      depth += text.count { "{([".contains($0) } - text.count { "})]".contains($0) }
    }
    return found.map { (.taskNotAwaited, lines[$0]) }
  }

  private static func beginsTask(_ text: Substring) -> Bool {
    let pattern =
      #/\s*(?:(?:let|var)\s+\w+[^={]*=\s*|_\s*=\s*)?Task(?:<[^{]*>)?(?:\.detached)?\s*(?:\([^{]*\))?\s*\{/#
    return text.prefixMatch(of: pattern) != nil
  }

  private static var waiting: Regex<Substring> {
    /\b(?:await|RunLoop|CFRunLoopRun|dispatchMain|sleep|usleep|wait|readLine|pause)\b/
      .wordBoundaryKind(.simple)
  }
}

extension Diagnostic.Message {
  static func testsNotRun(_ module: String) -> Self {
    Self(
      .testsNotRun, .warning,
      "a sample runs no tests, so nothing that '\(module)' checks here can fail; "
        + "call what is tested and print it, or write 'compile-only'")
  }

  static let taskNotAwaited = Self(
    .taskNotAwaited, .warning,
    "nothing waits for this task, so the sample may end before it has run; "
      + "write 'await Task { … }.value'")
}
