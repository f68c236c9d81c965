/// Scheme, host and port of an `http:` or `https:` address (RFC 6454 4).
struct WebOrigin: Hashable, Sendable, CustomStringConvertible {
  let scheme: String
  /// The host in lower case; an IPv6 address in brackets.
  let host: String
  let port: UInt16

  /// Parses an address; returns `nil` for other schemes, names with a user, and unusual characters.
  init?(_ address: String) {
    guard let colon = address.firstIndex(of: ":"),
      address[colon...].hasPrefix("://")
    else { return nil }
    scheme = address[..<colon].lowercased()
    guard scheme == "http" || scheme == "https" else { return nil }
    let authority = address[colon...].dropFirst(3).prefix { !"/?#\\".contains($0) }
    let isLiteral = authority.hasPrefix("[")
    guard let end = isLiteral ? authority.firstIndex(of: "]") : authority.endIndex else {
      return nil
    }
    let hostEnd =
      isLiteral
      ? authority.index(after: end) : authority.firstIndex(of: ":") ?? authority.endIndex
    host = authority[..<hostEnd].lowercased()
    let rest = authority[hostEnd...]
    let hostCharacters = /[-._:a-z0-9\[\]]+/.matchingSemantics(.unicodeScalar)
    guard host.wholeMatch(of: hostCharacters) != nil else { return nil }
    if rest.isEmpty {
      port = scheme == "http" ? 80 : 443
    } else {
      guard rest.first == ":", let number = UInt16(rest.dropFirst()), number > 0 else { return nil }
      port = number
    }
  }

  /// The origin as in `Origin` fields and content security policies, always with the port.
  var description: String { "\(scheme)://\(host):\(port)" }
}
