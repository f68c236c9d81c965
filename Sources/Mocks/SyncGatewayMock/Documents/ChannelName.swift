/// The rules for channel names (channels/set.go).
enum ChannelName {
  /// As a user's channel, access to everything; in `channel()`, it replaces all others.
  static let star = "*"
  /// The channel whose documents all users may read.
  static let everybody = "!"

  /// Returns whether a channel may have this name: not empty and without a comma.
  static func isValid(_ name: String) -> Bool {
    !name.isEmpty && !name.contains(",")
  }
}
