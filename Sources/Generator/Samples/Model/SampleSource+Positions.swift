import DocgenDocModel
import DocgenGround

extension SampleSource {
  /// Returns the position that a program of the toolchain reports; `nil` when it is elsewhere.
  func position(inFile file: String, line: Int, column: Int) -> SampleRun.Position? {
    if file.isPath(path) || isFileID(file) {
      return SampleRun.Position(line: line, column: column)
    }
    if let setup = program.setup {
      if file.isPath(setup.file) {
        return SampleRun.Position(line: line, column: column, isInSetup: true)
      }
      if file.isPath(compiledPath) { return SampleRun.Position(line: lastLine + 1, column: 1) }
    }
    return nil
  }

  /// Whether a file has the name that `#fileID` gives it.
  ///
  /// A macro's expansion of the author's code has that name, with the author's lines in another
  /// layout.
  func isFileID(_ file: String) -> Bool {
    file == "\(module)/\(path.split(separator: "/").last ?? "")"
  }

  /// Returns the text of a line; empty if it has none.
  func line(at position: SampleRun.Position) -> String {
    if position.isInSetup {
      let lines = program.setup?.lines ?? []
      return lines.indices.contains(position.line - 1) ? lines[position.line - 1] : ""
    }
    return known(position.line)?.text ?? ""
  }

  /// Returns the position where the text of a line begins.
  func start(ofLine line: Int) -> SampleRun.Position {
    let text = self.line(at: SampleRun.Position(line: line, column: 1))
    return SampleRun.Position(line: line, column: text.firstColumn)
  }

  /// Returns the location in the author's file of a position in the compiled text.
  ///
  /// A position after the end of the text is in its closing fence; one between two blocks is in the
  /// opening fence of the second.
  func location(of position: SampleRun.Position) -> SourceLocation {
    if position.isInSetup {
      let lines = program.setup?.lines ?? []
      let position =
        isOwn(position)
        ? SourcePosition(line: max(lines.count, 1), column: (lines.last?.utf8.count ?? 0) + 1)
        : SourcePosition(line: position.line, column: max(position.column, 1))
      return SourceLocation(file: program.setup?.file ?? path, range: SourceRange(at: position))
    }
    let file = program.lead.file
    func location(_ line: Int, column: Int) -> SourceLocation {
      SourceLocation(
        file: file, range: SourceRange(at: SourcePosition(line: line, column: column)))
    }
    let (first, last) = (program.code[0], program.code[program.code.count - 1])
    if position.line > lastLine {
      return hasFence(last) && last.range.end.line > lastLine
        ? location(lastLine + 1, column: last.range.start.column) : endOfText
    }
    // The message is about the complete text.
    if position.line < firstLine, hasFence(first) { return start(of: first) }
    let fenced = program.code.first { $0.range.start.line == position.line && hasFence($0) }
    if let fenced { return location(position.line, column: fenced.range.start.column) }
    let removed = known(position.line)?.removedColumns ?? 0
    return location(max(position.line, 1), column: max(position.column, 1) + removed)
  }

  /// Whether a position is in docgen's own statement between two blocks, or after the setup.
  func isOwn(_ position: SampleRun.Position) -> Bool {
    position.isInSetup
      ? position.line > program.setup?.lines.count ?? 0
      : program.code.dropFirst().contains { $0.range.start.line == position.line && hasFence($0) }
  }

  /// Whether a block is in a document, not in a file of code.
  private func hasFence(_ block: Sample) -> Bool {
    block.file == block.document
      && block.lines.first.map { $0.number > block.range.start.line } ?? true
  }

  /// The location after the last line with text, where no closing fence follows it.
  private var endOfText: SourceLocation {
    let last = program.code.flatMap(\.lines).last { !$0.text.allSatisfy(\.isWhitespace) }
    let end = SourcePosition(
      line: last?.number ?? firstLine,
      column: (last.map { $0.removedColumns + $0.text.utf8.count } ?? 0) + 1)
    return SourceLocation(file: program.lead.file, range: SourceRange(at: end))
  }

  /// Returns the location of a block.
  func start(of block: Sample) -> SourceLocation {
    SourceLocation(file: block.document, range: SourceRange(at: block.range.start))
  }

  /// Returns the index of the block that a position is in: the last that begins before it, or the
  /// first.
  ///
  /// It is `nil` for a position in a block of another program.
  func blockIndex(of position: SampleRun.Position) -> Int? {
    guard program.blocks.count > 1 || !program.before.isEmpty, !position.isInSetup else { return 0 }
    let index = program.code.lastIndex { $0.range.start.line <= position.line } ?? 0
    return index < program.before.count ? nil : index - program.before.count
  }

  private func known(_ line: Int) -> Sample.Line? {
    program.code.lazy.flatMap(\.lines).first { $0.number == line }
  }
}

extension String {
  /// Whether this is a path, or a longer one to the same file.
  fileprivate func isPath(_ path: String) -> Bool { self == path || hasSuffix("/" + path) }
}
