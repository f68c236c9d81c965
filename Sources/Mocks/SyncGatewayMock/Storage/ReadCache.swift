import DocgenClocks
import DocgenJSON
import DocgenSQLite
import Foundation

/// A cache of what requests have read from a database's store.
///
/// A change of users, roles or grants of documents removes all users from the cache; a change of a
/// document removes that document.
struct ReadCache {
  /// A user and the password.
  struct KnownUser {
    var user: User
    var password: String
  }

  /// A document with the body of its current revision.
  struct CurrentDocument {
    var document: StoredDocument
    var body: JSONObject
    /// The response to a request for only the document; `nil` before the first.
    var response: [UInt8]?
  }

  /// The maximum number of entries of a kind, and the maximum size of a body in bytes.
  private static let limit = 1_000
  static let bodyLimit = 1 << 14

  private(set) var users: [String: KnownUser] = [:]
  private(set) var documents: [String: CurrentDocument] = [:]
  /// The response to the latest request for only a document that is too large for the cache;
  /// readers of that document share it.
  var largeResponse: (id: String, revision: String, json: [UInt8])?
  /// The earliest expiry of a document: outer `nil` when unknown, inner `nil` when none expires.
  var firstExpiry: Date??

  mutating func forgetUsers() { users = [:] }

  /// Removes a document that is about to be changed or removed.
  mutating func forget(_ id: String, expiring: Bool = false) {
    documents[id] = nil
    if largeResponse?.id == id { largeResponse = nil }
    if expiring { firstExpiry = nil }
  }

  mutating func keep(_ user: KnownUser, named name: String) {
    if users.count >= Self.limit { users = [:] }
    users[name] = user
  }

  mutating func keep(_ document: CurrentDocument) {
    if documents.count >= Self.limit { documents = [:] }
    documents[document.document.id] = document
  }
}

extension GatewayDatabase {
  /// Uses the cache, except in a transaction, whose changes may be rolled back.
  private func withCache<Result>(_ use: (inout ReadCache) throws -> Result?) rethrows -> Result? {
    guard !store.isInTransaction else { return nil }
    return try use(&cache)
  }

  /// Returns a user by name with the password, from the cache or the store.
  func knownUser(named name: String) throws -> ReadCache.KnownUser? {
    if let known = withCache({ $0.users[name] }) { return known }
    guard let known = try storedUser(named: name) else { return nil }
    _ = withCache { $0.keep(known, named: name) }
    return known
  }

  /// Returns the document with an id and its current body, from the cache or the store.
  ///
  /// - Returns: `nil` when there is no document or its current body has been removed.
  func currentDocument(_ id: String) throws -> ReadCache.CurrentDocument? {
    try purgeExpired()
    if let known = withCache({ $0.documents[id] }) { return known }
    guard let document = try document(id),
      let (body, size) = try storedBody(of: id, revision: document.revision)
    else { return nil }
    let current = ReadCache.CurrentDocument(document: document, body: body)
    if size <= ReadCache.bodyLimit { _ = withCache { $0.keep(current) } }
    return current
  }

  /// Returns the current revision of a document as JSON text, for a request with no other options.
  ///
  /// - Returns: `nil` when there is none that the reader may read; `read` throws the reason.
  func plainResponse(_ id: String, by user: User?) throws -> (revision: String, json: [UInt8])? {
    if let large = withCache({ $0.largeResponse }), large.id == id {
      try purgeExpired()
      if let document = try document(id), document.revision == large.revision,
        let stored = document.tree[large.revision], user?.canRead(stored.channels) ?? true
      {
        return (large.revision, large.json)
      }
    }
    guard var current = try currentDocument(id),
      let stored = current.document.tree[current.document.revision], !stored.isDeleted,
      user?.canRead(stored.channels) ?? true
    else { return nil }
    if let response = current.response { return (stored.id, response) }
    var body = current.body
    body["_id"] = .string(id)
    body["_rev"] = .string(stored.id)
    let response = Array(
      JSONValue.object(body).serialized(sortedKeys: true, escapesHTML: true).utf8)
    current.response = response
    _ = withCache { cache in
      if cache.documents[id] != nil {
        cache.keep(current)
      } else {
        cache.largeResponse = (id, stored.id, response)
      }
    }
    return (stored.id, response)
  }

  /// Removes the documents that have expired, without a tombstone, as Couchbase Server does.
  func purgeExpired() throws {
    let now = clock.now
    // Valid in a transaction too: only a document that expires resets the value.
    if let first = cache.firstExpiry {
      guard let first, first <= now else { return }
    }
    let rows = try store.query(
      "SELECT id FROM documents WHERE expires <= ?", binding: [.real(now.timeIntervalSince1970)])
    for row in rows { try remove(row[0].text ?? "") }
    guard !store.isInTransaction else { return }
    let next = try store.first(
      "SELECT expires FROM documents WHERE expires IS NOT NULL ORDER BY expires LIMIT 1")
    cache.firstExpiry = .some((next?[0].real).map { Date(timeIntervalSince1970: $0) })
  }
}
