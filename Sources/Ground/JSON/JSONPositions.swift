/// Why a text is not JSON, and where.
public struct JSONSyntaxError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line, counted from 1.
  public var line: Int
  /// The column, counted in UTF-8 bytes from 1.
  public var column: Int
  /// What is wrong, as one lower-case clause.
  public var message: String
  /// Whether the text may be fine, but is deeper or larger than this parser takes.
  public var isLimit = false

  /// `line:column: message`.
  public var description: String { "\(line):\(column): \(message)" }
}

/// Where the values and keys of a parsed text begin.
public struct JSONPositions: Sendable {
  /// A place in the text.
  public struct Position: Sendable, Equatable {
    /// The line, counted from 1.
    public var line: Int
    /// The column, counted in UTF-8 bytes from 1.
    public var column: Int

    /// A place from its line and column.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  private var values: [[String]: Position] = [:]
  private var keys: [[String]: Position] = [:]

  /// The keys that an object has already where they stand again, in the order of the text.
  public private(set) var repeatedKeys: [(path: [String], position: Position)] = []

  mutating func record(value path: [String], at position: Position) { values[path] = position }
  mutating func record(key path: [String], at position: Position) { keys[path] = position }
  mutating func record(repeatedKey path: [String], at position: Position) {
    repeatedKeys.append((path, position))
  }

  /// Where the value at a path begins; array elements are named by their index, `"0"`.
  public func value(at path: [String]) -> Position? { values[path] }

  /// Where the key of the member at a path begins.
  public func key(at path: [String]) -> Position? { keys[path] }
}
