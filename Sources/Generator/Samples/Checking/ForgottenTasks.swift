import DocgenGround

/// Tasks at the top level of a program that ends without waiting for them.
struct ForgottenTasks: Sendable {
  /// The message for each, with its line, from 0.
  private(set) var found: [(Diagnostic.Message, line: Int)] = []

  /// - Parameters:
  ///   - blocks: the block of each line. A task that a later block waits for prints there.
  ///   - code: the program, without comments and the contents of strings.
  ///   - setup: the code before it, whose functions may wait.
  init(in code: String, setup: [String], blocks: [Int]) {
    // Most programs start no task, and building the patterns takes longer than matching them.
    guard code.contains(bytesOf: "Task") else { return }
    let (start, waiting) = (Self.start, Self.waiting)
    let lines = code.splitIntoLines()
    let begins = lines.map {
      String($0).contains(bytesOf: "Task") && $0.prefixMatch(of: start) != nil
    }
    // Most programs with tasks start none at the top level without waiting.
    guard begins.contains(true) else { return }
    if setup.contains(where: { $0.contains(waiting) }) || code.contains(Self.ownTask) { return }
    var depth = 0
    var conditions = 0
    // Whether the scan is inside a task.
    var isInTask = false
    for (index, line) in lines.enumerated() {
      conditions += ConditionalDirective(line)?.change ?? 0
      if depth == 0, begins[index] {
        isInTask = true
        // The compiled branch isn't known here.
        if conditions == 0 { found.append((.taskNotAwaited, index)) }
      }
      var outside = ""
      for character in line {
        if "{([".contains(character) { depth += 1 }
        if !isInTask || depth == 0 { outside.append(character) }
        if "})]".contains(character) { depth -= 1 }
        if depth == 0, character == "}" { isInTask = false }
      }
      // While the program waits for anything, the tasks before it can run.
      if outside.contains(waiting) {
        func block(_ line: Int) -> Int { blocks.indices.contains(line) ? blocks[line] : 0 }
        found = found.compactMap { message, line in
          block(line) == block(index) ? nil : (.taskOutlivesBlock, line)
        }
      }
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

  /// A type or function called `Task`, which isn't Swift's.
  private static var ownTask: Regex<Substring> {
    /\b(?:struct|class|enum|actor|func|typealias)\s+Task\b/.wordBoundaryKind(.simple)
  }
}
