import Foundation

/// A document without the bodies of its revisions.
struct StoredDocument: Sendable {
  /// When a document left a channel, and by which revision.
  struct Removal: Sendable, Hashable {
    var sequence: Int
    var revision: String
    var isDeletion: Bool
  }

  /// A channel the document is or was in.
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
  /// When the document goes away by itself; `nil` for never.
  var expires: Date?
  var memberships: [String: Membership] = [:]
  /// Channels granted through `access()`, by grantee.
  var access: [String: ChannelGrants] = [:]
  /// Roles granted through `role()`, by user.
  var roles: [String: ChannelGrants] = [:]

  var isDeleted: Bool { tree[revision]?.isDeleted ?? false }

  /// The channels the current revision is in.
  var channels: Set<String> { tree[revision]?.channels ?? [] }

  /// Takes over what the sync function decided about the current revision (`updateChannels`).
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

  /// Grants that go on keep their sequence; those no longer made are gone.
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
