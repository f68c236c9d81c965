/// A name in a Swift sample, and what the compiler knows about it.
public struct SwiftName: Sendable, Hashable, Codable {
  /// The line, counted from the first line of its program.
  public var line: Int
  /// The column in UTF-8 bytes, from 0, without indentation that isn't part of the code.
  public var column: Int
  /// The length in UTF-8 bytes.
  public var length: Int
  /// Its type; `nil` for the name of a type.
  public var type: String?
  /// The name by which a reference may describe it, such as `Lab.start`.
  public var symbol: String

  /// Creates a name.
  public init(line: Int, column: Int, length: Int, type: String?, symbol: String) {
    self.line = line
    self.column = column
    self.length = length
    self.type = type
    self.symbol = symbol
  }
}
