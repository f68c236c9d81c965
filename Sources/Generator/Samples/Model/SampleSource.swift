import DocgenDocModel
import DocgenGround

/// The text of a program for the compiler.
///
/// Its lines are unchanged, at the same line numbers as in the author's file, in a file of the same
/// name, so that every message names the author's line.
///
/// Between the blocks of a session is a statement that marks the output and the report, on the line
/// of the opening fence; its declaration is on that of the first block. Another such statement
/// follows the setup. A program with a type marked `@main` has neither, because it can't have
/// statements at the top level.
///
/// For a program with setup, `#sourceLocation` maps the lines, and the compiled file has another
/// name: messages with that name are about the end of the text, which the directive doesn't cover.
struct SampleSource: Sendable, Hashable {
  /// The text to compile.
  let text: String
  /// The relative path that messages about the author's file use.
  let path: String
  /// The relative path to compile it under.
  let compiledPath: String
  /// Whether it has a type with `@main`, and so no statements at the top level.
  let hasMainType: Bool
  /// Whether the beginnings of its blocks are marked, so that a run tells their outputs apart.
  let isMarked: Bool
  /// Whether it has setup, whose end is marked.
  let marksSetup: Bool

  /// The program.
  let program: SampleProgram

  /// Creates the text of a program.
  init(_ program: SampleProgram) {
    self.program = program
    path = SampleSource.path(for: program.lead.file)
    hasMainType = SampleSource.hasMainType(
      (program.setup?.lines ?? []) + program.code.flatMap(\.lines).map(\.text))
    // What must not compile never runs.
    isMarked =
      program.code.count > 1 && !hasMainType
      && !program.blocks.contains { $0.expectation == .compileError }
    marksSetup = program.setup != nil && !hasMainType
    let marks = isMarked ? SampleSource.marks(in: program.code) : []
    var layout = Layout()
    if let setup = program.setup {
      // Another name, because the compiler warns about two paths that end in the same name.
      compiledPath = "\(path)+setup"
      if marksSetup { layout.add(SampleRun.boundaryDeclaration) }
      layout.add(Self.directive(setup.file, line: 1))
      for line in setup.lines { layout.add(line) }
      if marksSetup { layout.add(SampleRun.boundaryStatements([0] + (marks.first ?? []))) }
      let first = SampleSource.firstLine(of: program)
      layout.add(Self.directive(path, line: first))
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
    var isMoved = false
    for (index, block) in program.code.enumerated() {
      if isMoved, layout.number < block.range.start.line {
        // The author's directive is only about its own block. A line that it moves counts from
        // here.
        let isPlain = program.setup == nil
        layout.add(
          isPlain ? "#sourceLocation()" : Self.directive(path, line: layout.number + 1))
        isMoved = false
      }
      isMoved = isMoved || block.lines.contains { $0.text.contains(bytesOf: "#sourceLocation") }
      if index > 0, isMarked, !marks[index].isEmpty {
        layout.pad(to: block.range.start.line)
        layout.add(SampleRun.boundaryStatements(marks[index]))
      }
      for line in block.lines {
        layout.pad(to: line.number)
        // The compiler accepts a script's first line (`#!`) only at the beginning of a file.
        let isForSystem = index == 0 && line == block.lines.first && line.text.hasPrefix("#!")
        layout.add(isForSystem ? "" : line.text)
      }
    }
    text = layout.text
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

  /// The module's name.
  var module: String { program.module }

  /// The symbol of the entry point.
  var entryPoint: String { "\(module)_main" }

  /// The number of its first line.
  var firstLine: Int { SampleSource.firstLine(of: program) }

  /// The number of its last line.
  var lastLine: Int {
    program.code.reversed().lazy.compactMap(\.lines.last?.number).first ?? firstLine
  }

  /// The text independent of its position: each line with its distance from the first.
  ///
  /// The beginning of each line shows what it belongs to, so that no two programs have the same
  /// text.
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

  /// The index of the block with `@main`; the last block if none has it.
  var mainBlock: Int {
    program.code.lastIndex { SampleSource.hasMainType($0.lines.map(\.text)) }
      ?? program.code.count - 1
  }

  private static func directive(_ file: String, line: Int) -> String {
    "#sourceLocation(file: \(file.quoted), line: \(line))"
  }

  private static func hasMainType(_ lines: [String]) -> Bool {
    guard lines.contains(where: { $0.contains(bytesOf: "@main") }) else { return false }
    return SwiftTokens(lines.joined(separator: "\n")).contains(attribute: "main")
  }

  /// Whether its code or its setup asks for line numbers.
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
  /// The text in quotation marks, for Swift and for a file of clang's arguments.
  var quoted: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
