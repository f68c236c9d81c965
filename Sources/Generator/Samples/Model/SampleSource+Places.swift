import DocModel
import Ground

extension SampleSource {
  /// The place that a program of the toolchain names, as it is kept; `nil` when it is elsewhere.
  func place(inFile file: String, line: Int, column: Int) -> SampleRun.Place? {
    if file.isPath(path) || isFileID(file) {
      return SampleRun.Place(line: line, column: column)
    }
    if let setup = program.setup {
      if file.isPath(setup.file) {
        return SampleRun.Place(line: line, column: column, isInSetup: true)
      }
      if file.isPath(compiledPath) { return SampleRun.Place(line: lastLine + 1, column: 1) }
    }
    return nil
  }

  /// Whether a file has the name that `#fileID` gives it.
  ///
  /// So it is in what a macro makes of the author's code, with the author's lines, laid out anew.
  func isFileID(_ file: String) -> Bool {
    file == "\(module)/\(path.split(separator: "/").last ?? "")"
  }

  /// The text of a line; empty where it has none.
  func line(at place: SampleRun.Place) -> String {
    if place.isInSetup {
      let lines = program.setup?.lines ?? []
      return lines.indices.contains(place.line - 1) ? lines[place.line - 1] : ""
    }
    return known(place.line)?.text ?? ""
  }

  /// The place in the author's file of a place in the compiled text.
  ///
  /// What lies behind the text's end is its closing fence, and what lies between two blocks is the
  /// opening fence of the second.
  func location(of place: SampleRun.Place) -> SourceLocation {
    if place.isInSetup {
      let lines = program.setup?.lines ?? []
      let position =
        isOwn(place)
        ? SourcePosition(line: max(lines.count, 1), column: (lines.last?.utf8.count ?? 0) + 1)
        : SourcePosition(line: place.line, column: max(place.column, 1))
      return SourceLocation(file: program.setup?.file ?? path, range: SourceRange(at: position))
    }
    let file = program.lead.file
    func location(_ line: Int, _ column: Int) -> SourceLocation {
      SourceLocation(
        file: file, range: SourceRange(at: SourcePosition(line: line, column: column)))
    }
    let (first, last) = (program.code[0], program.code[program.code.count - 1])
    if place.line > lastLine {
      return hasFence(last) && last.range.end.line > lastLine
        ? location(lastLine + 1, last.range.start.column) : endOfText
    }
    // The compiler speaks of a text as a whole.
    if place.line < firstLine, hasFence(first) { return start(of: first) }
    let fenced = program.code.first { $0.range.start.line == place.line && hasFence($0) }
    if let fenced { return location(place.line, fenced.range.start.column) }
    let removed = known(place.line)?.removedColumns ?? 0
    return location(max(place.line, 1), max(place.column, 1) + removed)
  }

  /// Whether a place is in docgen's own statement between two blocks, or behind what is put in front.
  func isOwn(_ place: SampleRun.Place) -> Bool {
    place.isInSetup
      ? place.line > program.setup?.lines.count ?? 0
      : program.code.dropFirst().contains { $0.range.start.line == place.line && hasFence($0) }
  }

  /// Whether a block stands in a document, not in a file of code.
  private func hasFence(_ block: Sample) -> Bool {
    block.file == block.id.file
      && block.lines.first.map { $0.number > block.range.start.line } ?? true
  }

  /// Behind the last line that has a text, where no closing fence follows it.
  private var endOfText: SourceLocation {
    let last = program.code.flatMap(\.lines).last { !$0.text.allSatisfy(\.isWhitespace) }
    let end = SourcePosition(
      line: last?.number ?? firstLine,
      column: (last.map { $0.removedColumns + $0.text.utf8.count } ?? 0) + 1)
    return SourceLocation(file: program.lead.file, range: SourceRange(at: end))
  }

  /// The place of a block as a whole.
  func start(of block: Sample) -> SourceLocation {
    SourceLocation(file: block.id.file, range: SourceRange(at: block.range.start))
  }

  /// The block that a place lies in: the last that begins before it, and the first for what lies in
  /// front of all; `nil` when it lies in a block that another program judges.
  func blockIndex(of place: SampleRun.Place) -> Int? {
    guard program.blocks.count > 1 || !program.before.isEmpty, !place.isInSetup else { return 0 }
    let index = program.code.lastIndex { $0.range.start.line <= place.line } ?? 0
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
