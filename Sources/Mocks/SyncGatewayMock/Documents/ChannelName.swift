/// The rules for channel names (channels/set.go).
enum ChannelName {
  /// As a user's channel, access to everything; in `channel()`, it swallows all others.
  static let star = "*"
  /// The channel whose documents everybody may read; every user has it.
  static let everybody = "!"

  /// Whether a name may be a channel's: not empty and without a comma.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(",")
  }
}
