/// A JSON syntax error with its position.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted in UTF-8 bytes from 1.
  public var column: Int
  /// The problem, as a lower-case clause.
  public var message: String
  /// Whether the text may be valid, but exceeds this parser's limits.
  public var isLimit = false

  /// `line:column: message`.
  public var description: String { "\(line):\(column): \(message)" }
}

/// The positions of the values and keys of a parsed text.
public struct JSONPositions: Sendable {
  /// A line and column in the text.
  public struct Position: Sendable, Equatable {
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted in UTF-8 bytes from 1.
    public var column: Int

    /// Creates a position from its line and column.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  private var values: [[String]: Position] = [:]
  private var keys: [[String]: Position] = [:]

  /// Creates the positions of a value without a text: none.
  public init() {}

  /// The repeated keys of objects, at their later positions, in the order of the text.
  public private(set) var repeatedKeys: [(path: [String], position: Position)] = []

  mutating func record(value path: [String], at position: Position) { values[path] = position }
  mutating func record(key path: [String], at position: Position) { keys[path] = position }
  mutating func record(repeatedKey path: [String], at position: Position) {
    repeatedKeys.append((path, position))
  }

  /// Returns where the value at a path starts; the path names array elements by index, `"0"`.
  public func value(at path: [String]) -> Position? { values[path] }

  /// Returns where the key of the member at a path starts.
  public func key(at path: [String]) -> Position? { keys[path] }
}
