/// A range in a text file, from its first byte to just after its last.
public struct SourceRange: Sendable, Hashable, CustomStringConvertible {
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

  /// `line:column-line:column`.
  public var description: String { "\(start)-\(end)" }
}
