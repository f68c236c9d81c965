/// Why bytes could not be unpacked.
public enum GzipError: Error, Sendable, Hashable, CustomStringConvertible {
  /// They don't begin as gzip does.
  case invalidHeader
  /// They begin as gzip does, and then go wrong or end too early.
  case corrupt
  /// They unpack to more than the caller takes.
  case tooLarge(limit: Int)

  /// One line for people.
  public var description: String {
    switch self {
    case .invalidHeader: "gzip: invalid header"
    case .corrupt: "gzip: corrupt or incomplete data"
    case .tooLarge(let limit): "gzip: more than \(limit) bytes when unpacked"
    }
  }
}
