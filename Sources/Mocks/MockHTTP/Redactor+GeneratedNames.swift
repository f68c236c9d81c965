extension Redactor {
  /// A text without what differs between runs: UUIDs, the digests in the names of checkpoints, signed tokens
  /// and passwords in addresses.
  static func generatedNames(_ text: String) -> String {
    var text = text
    if text.contains("@") || text.contains("%40") {
      // RFC 3986 section 3.2.1.
      text.replace(/(:\/\/[^\/\s:@"]*:)[^\/\s@"]+@/) { "\($0.1)\(mark)@" }
    }
    if text.contains("eyJ") {
      // RFC 7519 section 3.1.
      text.replace(/(eyJ[A-Za-z0-9_-]{3})[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/) {
        "\($0.1)\(mark)"
      }
    }
    if text.contains("_local") {
      text.replace(/(_local(?:\/|%2F)(?:[A-Za-z]{1,16}-)?)[0-9a-fA-F]{32,64}/) { "\($0.1)<digest>" }
    }
    guard text.utf8.count >= 36, text.utf8.contains(UInt8(ascii: "-")) else { return text }
    // RFC 9562 section 4.
    return text.replacing(/[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}/) { _ in "<uuid>" }
  }
}
