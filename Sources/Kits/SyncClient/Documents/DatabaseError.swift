/// The reason why a database operation failed.
public enum DatabaseError: Error, Sendable, Hashable {
  /// The revision to replace isn't a current one; or none was named and the document exists.
  case conflict(id: String)
  /// The document, revision or attachment doesn't exist.
  case notFound(String)
  /// An ID that Sync Gateway would reject: empty, longer than 250 bytes of UTF-8, or starting with
  /// `_`.
  case invalidID(String)
  /// A property whose name starts with `_`; those belong to the protocol.
  case reservedProperty(String)
  /// The body isn't a JSON object.
  case notAnObject
  /// A later version of this library wrote the file.
  case unknownVersion(Int)
  /// SQLite can't open, read or write the file; its code and message.
  case storage(code: Int32, message: String)
}

extension DatabaseError: CustomStringConvertible {
  /// The reason, for developers and logs.
  public var description: String {
    switch self {
    case .conflict(let id):
      "the document '\(id)' has another current revision; read it, and replace that one"
    case .notFound(let what): "there is no \(what)"
    case .invalidID(let id):
      "'\(id)' cannot be a document's ID: it must have 1 to 250 bytes, and not begin with '_'"
    case .reservedProperty(let name):
      "the property '\(name)' begins with '_'; such names belong to Sync Gateway"
    case .notAnObject: "a document's body must be a JSON object"
    case .unknownVersion(let version):
      "a later version of SyncClient wrote the database, in format \(version)"
    case .storage(let code, let message): "the database failed: \(message) (SQLite \(code))"
    }
  }
}
