/// A user as a request sees it: everything granted, worked out at the moment of the request.
struct User: Sendable, Hashable {
  /// The name; empty for the guest.
  var name: String
  var email: String
  var isDisabled: Bool
  /// Channels granted by the administrator.
  var adminChannels: ChannelGrants
  /// Roles granted by the administrator.
  var adminRoles: ChannelGrants
  /// Channels granted to the user itself, by the administrator or by documents.
  var channels: ChannelGrants
  /// Roles granted by the administrator or by documents.
  var roles: ChannelGrants
  /// The channels of each role that exists.
  var roleChannels: [String: ChannelGrants]
  /// The sequence of the latest change to the user; 0 for one that OpenID Connect registered.
  var sequence: Int

  /// Own and roles' channels; one through a role not before the role (`InheritedChannels`).
  var inheritedChannels: ChannelGrants {
    var all = channels
    for (role, channels) in roleChannels { all.add(channels, notBefore: roles[role] ?? 0) }
    return all
  }

  /// Whether the user may see a channel, itself or through a role.
  func canSee(_ channel: String) -> Bool {
    ([channels] + roleChannels.values).contains {
      $0.contains(channel) || $0.contains(ChannelName.star)
    }
  }

  /// Whether the user may read a document that is in these channels (`AuthorizeAnyChannel`).
  func canRead(_ documentChannels: Set<String>) -> Bool {
    // A document in no channel: only the user's own star counts, not that of a role.
    documentChannels.isEmpty
      ? channels.contains(ChannelName.star) : documentChannels.contains { canSee($0) }
  }
}
