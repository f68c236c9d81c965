/// The meaning of links that were written for another generator or another address.
public struct LinkRules: Sendable, Hashable {
  /// A prefix of addresses, and what replaces it.
  public struct Address: Sendable, Hashable {
    /// The beginning of a link, such as `/documentation/current/`.
    public var prefix: String
    /// The text instead of it, such as `/`.
    public var replacement: String

    /// Creates a replacement.
    public init(prefix: String, replacement: String) {
      self.prefix = prefix
      self.replacement = replacement
    }
  }

  /// The replacements; the first whose prefix a link has counts.
  public var addresses: [Address] = []
  /// The patterns of links that aren't checked, in which `*` matches any text.
  public var ignored: [String] = []

  /// Creates rules that change nothing.
  public init() {}

  /// Returns a link with its prefix replaced.
  public func mapped(_ link: String) -> String {
    guard let address = addresses.first(where: { link.hasPrefix($0.prefix) }) else { return link }
    return address.replacement + link.dropFirst(address.prefix.count)
  }

  /// Whether a link isn't checked.
  public func ignores(_ link: String) -> Bool {
    if ignored.isEmpty { return false }
    let path = String(link.prefix { $0 != "#" && $0 != "?" })
    return ignored.contains { Self.matches(link, pattern: $0) || Self.matches(path, pattern: $0) }
  }

  private static func matches(_ text: String, pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return text == pattern }
    guard text.hasPrefix(parts[0]), text.count >= parts[0].count + parts[parts.count - 1].count,
      text.hasSuffix(parts[parts.count - 1])
    else { return false }
    var rest = text.dropFirst(parts[0].count).dropLast(parts[parts.count - 1].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.firstRange(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}
