/// A place in a text file.
public struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted in UTF-8 bytes from 1, as the Swift compiler and cmark count.
  public var column: Int

  /// A place from its line and column.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// `line:column`.
  public var description: String { "\(line):\(column)" }

  /// Earlier in the file is less.
  public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
