/// A range in a text file, from its first byte to just after its last.
public struct SourceRange: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The position of the first byte.
  public var start: SourcePosition
  /// The position after the last byte; equal to `start` for an empty range.
  public var end: SourcePosition

  /// Creates a range between two positions.
  public init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// Creates an empty range.
  public init(at position: SourcePosition) {
    self.init(position, position)
  }

  /// Creates a range of `length` bytes on one line.
  public init(at position: SourcePosition, length: Int) {
    self.init(position, SourcePosition(line: position.line, column: position.column + length))
  }

  /// Creates a range of `length` bytes on one line.
  public init(line: Int, column: Int, length: Int = 0) {
    self.init(at: SourcePosition(line: line, column: column), length: length)
  }

  /// `line:column-line:column`.
  public var description: String { "\(start)-\(end)" }
}

/// A line and column in a text file.
///
/// In half of the bytes of two `Int`, because each inline element of a site has two of them.
public struct SourcePosition: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
  private var shortLine: Int32
  private var shortColumn: Int32

  /// The line, counted from 1.
  public var line: Int {
    get { Int(shortLine) }
    set { shortLine = Int32(clamping: newValue) }
  }

  /// The column, counted in UTF-8 bytes from 1, as the Swift compiler and cmark count.
  public var column: Int {
    get { Int(shortColumn) }
    set { shortColumn = Int32(clamping: newValue) }
  }

  /// Creates a position from its line and column.
  public init(line: Int, column: Int) {
    shortLine = Int32(clamping: line)
    shortColumn = Int32(clamping: column)
  }

  /// `line:column`.
  public var description: String { "\(line):\(column)" }

  /// Orders positions as in the file.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A range in a named file; the location of a diagnostic.
public struct SourceLocation: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The file's path below the site's root, with `/`.
  public var file: String
  /// The range; `nil` for the entire file.
  public var range: SourceRange?

  /// Creates a location: a range of a file, or the entire file.
  public init(file: String, range: SourceRange? = nil) {
    self.file = file
    self.range = range
  }

  /// `file:line:column`, or only the file.
  public var description: String {
    range.map { "\(file):\($0.start)" } ?? file
  }
}
