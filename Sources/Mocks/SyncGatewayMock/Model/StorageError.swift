/// A request that storage refuses or can't fulfil, with the reason in Sync Gateway's words.
struct StorageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error; HTTP has a status for each.
  enum Kind: Sendable {
    /// The request contains something that can't be stored.
    case invalid
    /// The sync function requires another user.
    case unauthorized
    /// The user may not read or write this.
    case forbidden
    case missing
    /// Someone else has changed the same thing.
    case conflict
    /// A database of this name exists.
    case duplicate
    /// The sync function failed.
    case failed
    /// The database is offline or busy.
    case unavailable
  }

  var kind: Kind
  var reason: String

  init(_ kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }

  var description: String { reason }

  static let missing = StorageError(.missing, reason: "missing")
}
