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
  /// A description for users.
  public var description: String {
    switch self {
    case .conflict(let id): "the document '\(id)' has been changed meanwhile"
    case .notFound(let what): "there is no \(what)"
    case .invalidID(let id): "'\(id)' cannot be a document's id"
    case .reservedProperty(let name): "the property '\(name)' begins with an underscore"
    case .notAnObject: "a document's body must be a JSON object"
    case .unknownVersion(let version): "the database has the format \(version) of a later version"
    case .storage(let code, let message): "the database failed: \(message) (SQLite \(code))"
    }
  }
}
