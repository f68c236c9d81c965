/// The reason why bytes couldn't be decompressed.
public enum GzipError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The bytes don't start with a gzip header.
  case invalidHeader
  /// The bytes start with a gzip header, but are corrupt or incomplete.
  case corrupt
  /// The decompressed bytes exceed the limit.
  case tooLarge(limit: Int)

  /// A one-line description for users.
  public var description: String {
    switch self {
    case .invalidHeader: "gzip: invalid header"
    case .corrupt: "gzip: corrupt or incomplete data"
    case .tooLarge(let limit): "gzip: more than \(limit) bytes when unpacked"
    }
  }
}
