import DocModel
import SwiftSource

/// Finds code of a program that compiles and that nothing runs, so that it shows nothing: tests, and tasks
/// that nobody waits for.
struct UnrunCode: Sendable {
  let program: SampleProgram
  let source: SampleSource

  /// A warning for each stretch, with the place of its block among the program's.
  var diagnostics: [(block: Int, diagnostic: Diagnostic)] {
    guard program.isRun, program.lead.language == .swift else { return [] }
    // Most programs have none of them, and reading them takes time.
    let words = ["Task {", "Task<", "Task(", "Task.detached", "Task{", "Testing", "XCTest"]
    guard words.contains(where: source.text.contains(bytesOf:)) else { return [] }
    let lines = program.code.flatMap(\.lines)
    let code = SwiftTokens(lines.map(\.text).joined(separator: "\n")).code
    let findings =
      testImports(in: code) + ForgottenTasks(in: code, setup: program.setup?.lines ?? []).found
    return findings.compactMap { message, index in
      guard lines.indices.contains(index) else { return nil }
      let place = SampleRun.Place(line: lines[index].number, column: lines[index].text.firstColumn)
      return source.blockIndex(of: place).map {
        ($0, Diagnostic(message, at: source.location(of: place)))
      }
    }
  }

  /// Imports of a library for tests, where the program doesn't run them itself, with their lines.
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

/// Tasks at the top level of a program behind which it comes to its end without waiting for anything.
struct ForgottenTasks: Sendable {
  /// What is to be said of each, with its line, from 0.
  private(set) var found: [(Diagnostic.Message, line: Int)] = []

  /// - Parameters:
  ///   - code: the program, without comments and what strings hold.
  ///   - setup: what is put in front of it; it may wait in its functions.
  init(in code: String, setup: [String]) {
    // A pattern is made anew each time that it is asked for, which takes longer than to use it.
    let (start, waiting) = (Self.start, Self.waiting)
    let lines = code.splitIntoLines()
    let begins = lines.map {
      String($0).contains(bytesOf: "Task") && $0.prefixMatch(of: start) != nil
    }
    // Most programs that name tasks begin none at the top level without waiting for it.
    guard begins.contains(true) else { return }
    if setup.contains(where: { $0.contains(waiting) }) || code.contains(Self.ownTask) { return }
    var depth = 0
    var conditions = 0
    // Of the task that is being read.
    var isInTask = false
    for (index, line) in lines.enumerated() {
      conditions += ConditionalDirective(line)?.change ?? 0
      if depth == 0, begins[index] {
        isInTask = true
        // Which branch is compiled isn't known here.
        if conditions == 0 { found.append((.taskNotAwaited, index)) }
      }
      var outside = ""
      for character in line {
        if "{([".contains(character) { depth += 1 }
        if !isInTask || depth == 0 { outside.append(character) }
        if "})]".contains(character) { depth -= 1 }
        if depth == 0, character == "}" { isInTask = false }
      }
      // Whatever is waited for, the tasks before it get their turn.
      if outside.contains(waiting) { found = [] }
    }
  }

  private static var start: Regex<Substring> {
    #/
      \s* (?: (?: (?:let|var) \s+ \w+ [^={]* | _ \s* ) = \s* )?
      Task (?: <[^{]*> )? (?: \.detached )? \s* (?: \([^{]*\) )? \s* \{
      /#
  }

  private static var waiting: Regex<Substring> {
    /\b(?:await|RunLoop|CFRunLoopRun|dispatchMain|u?sleep|nanosleep|wait\w*|while|readLine|pause)\b/
      .wordBoundaryKind(.simple)
  }

  /// A type or function of the same name, which is no task.
  private static var ownTask: Regex<Substring> {
    /\b(?:struct|class|enum|actor|func|typealias)\s+Task\b/.wordBoundaryKind(.simple)
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
