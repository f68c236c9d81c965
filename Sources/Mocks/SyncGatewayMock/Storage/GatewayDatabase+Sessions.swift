import DocgenClocks
import DocgenSQLite
import Foundation

/// A login session (auth/session.go).
struct Session: Sendable, Hashable {
  var id: String
  /// The user's name; empty for a session of the guest.
  var userName: String
  var expires: Date
  /// The seconds that the session lasts without being used.
  var timeToLive: TimeInterval
  /// Whether the request has just renewed the session.
  var isRenewed = false
}

extension GatewayDatabase {
  /// Creates a session.
  func createSession(for userName: String, timeToLive: TimeInterval) throws -> Session {
    guard timeToLive >= 1 else {
      throw StorageError(.invalid, reason: "Invalid session time-to-live")
    }
    // At most a century: a provider's token or an administrator may name any number.
    let timeToLive = min(timeToLive, 3_155_760_000)
    let session = Session(
      id: randomSecret(), userName: userName, expires: clock.now + timeToLive,
      timeToLive: timeToLive)
    try store.execute(
      "INSERT INTO sessions (id, user, expires, ttl) VALUES (?, ?, ?, ?)",
      binding: [
        .text(session.id), .text(userName), .real(session.expires.timeIntervalSince1970),
        .real(timeToLive),
      ])
    return session
  }

  /// Returns a session that has not expired, otherwise `nil`.
  func session(_ id: String) throws -> Session? {
    let row = try store.first(
      "SELECT user, expires, ttl FROM sessions WHERE id = ?", binding: [.text(id)])
    guard let row, let expires = row[1].real, let timeToLive = row[2].real else { return nil }
    let session = Session(
      id: id, userName: row[0].text ?? "", expires: Date(timeIntervalSince1970: expires),
      timeToLive: timeToLive)
    if session.expires > clock.now { return session }
    try store.execute("DELETE FROM sessions WHERE id = ?", binding: [.text(id)])
    return nil
  }

  /// Returns a session for a request; renews the session after a tenth of its lifetime.
  func useSession(_ id: String) throws -> Session? {
    guard var session = try session(id) else { return nil }
    let elapsed = (clock.now + session.timeToLive).timeIntervalSince(session.expires)
    let isDue =
      switch profile {
      // 1.5 counts whole seconds.
      case .v1_5: Int(elapsed) > Int(session.timeToLive) / 10
      case .v2_8: elapsed > session.timeToLive / 10
      }
    guard isDue else { return session }
    session.expires = clock.now + session.timeToLive
    session.isRenewed = true
    try store.execute(
      "UPDATE sessions SET expires = ? WHERE id = ?",
      binding: [.real(session.expires.timeIntervalSince1970), .text(id)])
    return session
  }

  /// Removes a session; returns whether there was one.
  func deleteSession(_ id: String) throws -> Bool {
    guard try session(id) != nil else { return false }
    return try store.execute("DELETE FROM sessions WHERE id = ?", binding: [.text(id)]) > 0
  }

  func deleteSessions(of userName: String) throws {
    try store.execute("DELETE FROM sessions WHERE user = ?", binding: [.text(userName)])
  }

  /// Returns all sessions that have not expired, oldest first.
  func sessions() throws -> [Session] {
    try store.query(
      "SELECT id, user, expires, ttl FROM sessions WHERE expires > ? ORDER BY rowid",
      binding: [.real(clock.now.timeIntervalSince1970)]
    ).map { row in
      Session(
        id: row[0].text ?? "", userName: row[1].text ?? "",
        expires: Date(timeIntervalSince1970: row[2].real ?? 0), timeToLive: row[3].real ?? 0)
    }
  }
}
