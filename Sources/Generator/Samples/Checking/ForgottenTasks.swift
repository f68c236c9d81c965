import Ground

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
