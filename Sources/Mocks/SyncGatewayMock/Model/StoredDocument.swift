import DocgenJSON
import Foundation

/// A document without the bodies of its revisions.
struct StoredDocument: Sendable {
  /// The sequence at which a document left a channel, and the revision that caused it.
  struct Removal: Sendable, Hashable {
    var sequence: Int
    var revision: String
    var isDeletion: Bool
  }

  /// A channel that contains or contained the document.
  struct Membership: Sendable, Hashable {
    var since: Int
    /// `nil` while the document is in the channel.
    var removal: Removal?
  }

  let id: String
  var tree = RevisionTree()
  /// The sequence of the latest change; 0 for a document that is not stored yet.
  var sequence = 0
  /// The current revision's id; empty before the first one.
  var revision = ""
  /// The time the document expires; `nil` for never.
  var expires: Date?
  var memberships: [String: Membership] = [:]
  /// Channels granted by `access()`, by grantee.
  var access: [String: ChannelGrants] = [:]
  /// Roles granted by `role()`, by user.
  var roles: [String: ChannelGrants] = [:]

  var isDeleted: Bool { tree[revision]?.isDeleted ?? false }

  /// The channels of the current revision.
  var channels: Set<String> { tree[revision]?.channels ?? [] }

  /// Applies the sync function's decisions about the current revision (`updateChannels`).
  mutating func apply(_ outcome: SyncOutcome) {
    let removal = Removal(sequence: sequence, revision: revision, isDeletion: isDeleted)
    for (channel, membership) in memberships
    where membership.removal == nil && !outcome.channels.contains(channel) {
      memberships[channel]?.removal = removal
    }
    for channel in outcome.channels where memberships[channel].map({ $0.removal != nil }) ?? true {
      memberships[channel] = Membership(since: sequence)
    }
    access = Self.updated(access, to: outcome.access, at: sequence)
    roles = Self.updated(roles, to: outcome.roles, at: sequence)
  }

  /// Returns the new grants; those that remain retain their sequence.
  private static func updated(
    _ old: [String: ChannelGrants], to new: [String: Set<String>], at sequence: Int
  ) -> [String: ChannelGrants] {
    var updated: [String: ChannelGrants] = [:]
    for (grantee, names) in new where !names.isEmpty {
      var grants = old[grantee] ?? ChannelGrants()
      grants.update(to: names.sorted(), at: sequence)
      updated[grantee] = grants
    }
    return updated
  }
}

/// The property `_exp`: the time a document expires (`getExpiry`, db/revision.go).
enum DocumentExpiry {
  /// Returns the time that a value means; `nil` for none.
  ///
  /// As in Couchbase Server, numbers up to 30 days are seconds from now, greater ones Unix time. A
  /// string is such a number or RFC 3339.
  static func moment(of value: JSONValue?, now: Date) throws(StorageError) -> Date? {
    switch value {
    case nil, .null: return nil
    case .integer(let number): return try moment(Double(number), now: now)
    case .double(let number): return try moment(number, now: now)
    case .string(let text):
      if let number = Int(text) { return try moment(Double(number), now: now) }
      if let date = try? Date.ISO8601FormatStyle().parse(text) { return date }
      throw StorageError(
        .invalid,
        reason: "Invalid expiry: Unable to parse expiry \(text) as either numeric or date expiry")
    default: throw StorageError(.invalid, reason: "Invalid expiry: Unrecognized expiry format")
    }
  }

  private static func moment(_ number: Double, now: Date) throws(StorageError) -> Date? {
    if number <= 0 { return nil }
    guard number <= Double(UInt32.max) else {
      throw StorageError(
        .invalid, reason: "Invalid expiry: Expiry value is not within valid range: \(number)")
    }
    return number <= 2_592_000 ? now + number : Date(timeIntervalSince1970: number)
  }
}
