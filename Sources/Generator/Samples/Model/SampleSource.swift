import DocModel
import Ground

/// A program as the compiler sees it: its unmodified lines at the very line numbers they have in the
/// author's file, in a file of the same name, so that whatever names a line names the author's.
///
/// Between the blocks of a session stands a statement that marks the output and the report, on the
/// line of the opening fence; its declaration stands on that of the first block. So does one behind what
/// is put in front. A program with a type
/// marked `@main` has neither, since it may have no statements there.
///
/// Where something is put in front, `#sourceLocation` says which lines are whose, and the file has
/// another name: what the compiler says of that name is about the end of the text, to which the
/// directive doesn't reach.
struct SampleSource: Sendable, Hashable {
  /// The text to compile.
  let text: String
  /// The relative path that places in the author's file are named after.
  let path: String
  /// The relative path to compile it under.
  let compiledPath: String
  /// The module's name.
  let module: String
  /// Whether a type of its own says where it begins, so that it has no statements at its top level.
  let hasMainType: Bool
  /// Whether something is put in front and its end marked.
  let marksSetup: Bool

  /// What it is laid out from.
  let program: SampleProgram

  /// Lays a program out.
  init(_ program: SampleProgram, module: String) {
    self.program = program
    self.module = module
    path = SampleSource.path(for: program.lead.file)
    hasMainType = SampleSource.hasMainType(
      (program.setup?.lines ?? []) + program.code.flatMap(\.lines).map(\.text))
    let isMarked = program.code.count > 1 && !hasMainType
    marksSetup = program.setup != nil && !hasMainType
    let marks = isMarked ? SampleSource.marks(in: program.code) : []
    var layout = Layout()
    if let setup = program.setup {
      // Another name too, for the compiler warns of two paths that end in the same one.
      compiledPath = "\(path)+setup"
      if marksSetup { layout.add(SampleRun.boundaryDeclaration) }
      layout.add("#sourceLocation(file: \(setup.file.swiftLiteral), line: 1)")
      for line in setup.lines { layout.add(line) }
      if marksSetup { layout.add(SampleRun.boundaryStatements([0] + (marks.first ?? []))) }
      let first = SampleSource.firstLine(of: program)
      layout.add("#sourceLocation(file: \(path.swiftLiteral), line: \(first))")
      layout.number = first
    } else {
      compiledPath = path
      if isMarked {
        layout.pad(to: program.code[0].range.start.line)
        layout.add(
          [SampleRun.boundaryDeclaration, SampleRun.boundaryStatements(marks[0])]
            .joined(separator: "; "))
      }
    }
    for (index, block) in program.code.enumerated() {
      if index > 0, isMarked, !marks[index].isEmpty {
        layout.pad(to: block.range.start.line)
        layout.add(SampleRun.boundaryStatements(marks[index]))
      }
      for line in block.lines {
        layout.pad(to: line.number)
        // The compiler knows a script's first line only where a file begins.
        let isForSystem = index == 0 && line == block.lines.first && line.text.hasPrefix("#!")
        layout.add(isForSystem ? "" : line.text)
      }
    }
    text = layout.text
  }

  /// Lays a sample out that is a program by itself.
  init(_ sample: Sample, module: String) {
    self.init(SampleProgram([sample]), module: module)
  }

  private struct Layout {
    var text = ""
    var number = 1

    mutating func pad(to line: Int) {
      while number < line { add("") }
    }

    mutating func add(_ line: String) {
      text += line + "\n"
      number += 1
    }
  }

  /// The symbol of its entry point.
  var entryPoint: String { "\(module)_main" }

  /// The number of its first line.
  var firstLine: Int { SampleSource.firstLine(of: program) }

  /// The number of its last line.
  var lastLine: Int {
    program.code.reversed().lazy.compactMap(\.lines.last?.number).first ?? firstLine
  }

  /// Its text independent of where it stands: each line with its distance from the first.
  ///
  /// What a line is of is told by what it begins with, so that no two programs have the same text.
  var relativeText: String {
    var text = ""
    if let setup = program.setup {
      text += "setup \(setup.file)\n" + setup.lines.map { "setup |\($0)\n" }.joined()
    }
    for (index, block) in program.code.enumerated() {
      if index > 0 { text += "\(block.range.start.line - firstLine) next block\n" }
      text += block.lines.map { "\($0.number - firstLine) |\($0.text)\n" }.joined()
    }
    return text
  }

  /// The block whose type says where the program begins: the last one where that stands in none.
  var mainBlock: Int {
    program.code.lastIndex { SampleSource.hasMainType($0.lines.map(\.text)) }
      ?? program.code.count - 1
  }

  private static func hasMainType(_ lines: [String]) -> Bool {
    guard lines.contains(where: { $0.contains(bytesOf: "@main") }) else { return false }
    return SwiftTokens(lines.joined(separator: "\n")).contains(attribute: "main")
  }

  /// Whether its own code, or what is put in front of it, asks for line numbers.
  var namesLines: Bool {
    let words =
      program.lead.language == .swift ? ["#line", "#sourceLocation"] : ["LINENO", "caller"]
    let lines = (program.setup?.lines ?? []) + program.code.flatMap(\.lines).map(\.text)
    return lines.contains { line in words.contains(where: line.contains(bytesOf:)) }
  }

  private static func firstLine(of program: SampleProgram) -> Int {
    program.code[0].lines.first?.number ?? program.code[0].range.start.line
  }

  private static func path(for file: String) -> String {
    let parts = file.split(separator: "/").filter { $0 != "." && $0 != ".." }
    return parts.isEmpty ? "sample" : parts.joined(separator: "/")
  }
}

extension String {
  /// The text as Swift writes it.
  fileprivate var swiftLiteral: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
