/// A user with everything granted at the time of a request.
struct User: Sendable, Hashable {
  /// The name; empty for the guest.
  var name: String
  var email: String
  var isDisabled: Bool
  /// Channels granted by the administrator.
  var adminChannels: ChannelGrants
  /// Roles granted by the administrator.
  var adminRoles: ChannelGrants
  /// Channels granted to the user directly, by the administrator or by documents.
  var channels: ChannelGrants
  /// Roles granted by the administrator or by documents.
  var roles: ChannelGrants
  /// The channels of each existing role.
  var roleChannels: [String: ChannelGrants]
  /// The sequence of the latest change to the user; 0 for a user registered by OpenID Connect.
  var sequence: Int

  /// The channels of the user and of the user's roles; a channel of a role is granted no earlier
  /// than the role (`InheritedChannels`).
  var inheritedChannels: ChannelGrants {
    var all = channels
    for (role, channels) in roleChannels { all.add(channels, notBefore: roles[role] ?? 0) }
    return all
  }

  /// Returns whether the user may see a channel, directly or through a role.
  func canSee(_ channel: String) -> Bool {
    ([channels] + roleChannels.values).contains {
      $0.contains(channel) || $0.contains(ChannelName.star)
    }
  }

  /// Returns whether the user may read a document in these channels (`AuthorizeAnyChannel`).
  func canRead(_ documentChannels: Set<String>) -> Bool {
    // For a document in no channel, only the user's own star counts, not a role's.
    documentChannels.isEmpty
      ? channels.contains(ChannelName.star) : documentChannels.contains { canSee($0) }
  }
}

/// A role with everything granted at the time of a request.
struct Role: Sendable {
  /// Channels granted by the administrator.
  let adminChannels: ChannelGrants
  /// Channels granted by the administrator or by documents.
  let channels: ChannelGrants
}
