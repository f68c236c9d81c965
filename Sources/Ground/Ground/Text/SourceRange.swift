/// A stretch of a text file, from its first byte to just past its last.
public struct SourceRange: Sendable, Hashable, CustomStringConvertible {
  /// Where it begins.
  public var start: SourcePosition
  /// The place after its last byte; equal to `start` for a point.
  public var end: SourcePosition

  /// A stretch between two places.
  public init(_ start: SourcePosition, _ end: SourcePosition) {
    self.start = start
    self.end = end
  }

  /// A point.
  public init(at position: SourcePosition) {
    self.init(position, position)
  }

  /// The first `length` bytes from a place, within its line.
  public init(at position: SourcePosition, length: Int) {
    self.init(position, SourcePosition(line: position.line, column: position.column + length))
  }

  /// `line:column-line:column`.
  public var description: String { "\(start)-\(end)" }
}
