/// The locations in files from which the lines of a text come.
public struct LineOrigins: Sendable, Hashable {
  /// The location at which the text of a line begins.
  public struct Origin: Sendable, Hashable {
    /// The path below the site's root.
    public var file: String
    /// The line, from 1.
    public var line: Int
    /// The bytes before the text in that line, fewer than 0 if the text has more.
    public var column: Int

    /// Creates a location in a file.
    public init(file: String, line: Int, column: Int = 0) {
      self.file = file
      self.line = line
      self.column = column
    }
  }

  /// The path that the text seems to have.
  private let path: String
  private let lines: [Origin?]

  /// Creates the locations of a text's lines; `nil` for lines that are in no file.
  public init(path: String, lines: [Origin?]) {
    self.path = path
    self.lines = lines
  }

  /// Returns the location of a line, by its number from 1.
  public subscript(line: Int) -> Origin? {
    lines.indices.contains(line - 1) ? lines[line - 1] : nil
  }

  /// Returns the range in the file in which a range of the text begins.
  public func moved(_ range: SourceRange) -> SourceRange {
    let start = moved(range.start)
    // It may end in another file.
    let isInOne = self[range.start.line]?.file == self[range.end.line]?.file
    return SourceRange(start, isInOne ? max(start, moved(range.end)) : start)
  }

  /// Returns a position in the file of its line.
  private func moved(_ position: SourcePosition) -> SourcePosition {
    guard let origin = self[position.line] else { return position }
    return SourcePosition(line: origin.line, column: max(1, position.column + origin.column))
  }

  /// Returns a diagnostic of the text, with its notes, at the locations in files.
  public func moved(_ diagnostic: Diagnostic) -> Diagnostic {
    var diagnostic = diagnostic
    diagnostic.location = moved(diagnostic.location)
    for index in diagnostic.notes.indices {
      diagnostic.notes[index].location = diagnostic.notes[index].location.map(moved)
    }
    return diagnostic
  }

  private func moved(_ location: SourceLocation) -> SourceLocation {
    guard location.file == path else { return location }
    if let range = location.range, let origin = self[range.start.line] {
      return SourceLocation(file: origin.file, range: moved(range))
    }
    // Without a line, or on one that no author wrote.
    let found = lines.lazy.compactMap { $0?.file }
    return SourceLocation(file: found.contains(path) ? path : found.first ?? path)
  }
}
