/// Why a database refused.
public enum DatabaseError: Error, Sendable, Hashable {
  /// The revision to replace is not, or no longer, a current one; or none was named and the
  /// document exists.
  case conflict(id: String)
  /// There is no such document, revision or attachment.
  case notFound(String)
  /// An id that Sync Gateway would refuse: empty, longer than 250 bytes of UTF-8, or with `_` in front.
  case invalidID(String)
  /// A property whose name begins with `_`; those are the protocol's.
  case reservedProperty(String)
  /// A body that is not a JSON object.
  case notAnObject
  /// The file was written by a later version of this library.
  case unknownVersion(Int)
  /// The file cannot be opened, read or written: SQLite's code and words.
  case storage(code: Int32, message: String)
}

extension DatabaseError: CustomStringConvertible {
  /// The sentence shown to people.
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
