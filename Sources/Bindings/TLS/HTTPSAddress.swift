/// The parts of an `https:` URL that a request needs.
struct HTTPSAddress {
  let host: String
  let port: UInt16
  /// Path and query.
  let target: String

  init(_ address: String) throws(TLSError) {
    let scheme = "https://"
    guard address.lowercased().hasPrefix(scheme) else { throw .malformedAddress("it is not https") }
    guard address.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .malformedAddress("it contains characters that RFC 3986 forbids")
    }
    let rest = address.dropFirst(scheme.count).prefix { $0 != "#" }
    let authority = rest.prefix { $0 != "/" && $0 != "?" }
    guard !authority.contains("@") else { throw .malformedAddress("it names a user") }
    let after = rest.dropFirst(authority.count)
    target = after.hasPrefix("/") ? String(after) : "/" + after
    if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
      host = String(authority[authority.index(after: authority.startIndex)..<end])
      port = try Self.port(authority[authority.index(after: end)...])
    } else {
      let name = authority.prefix { $0 != ":" }
      host = name.lowercased()
      port = try Self.port(authority.dropFirst(name.count))
    }
    if host.isEmpty { throw .malformedAddress("it names no host") }
  }

  private static func port(_ text: Substring) throws(TLSError) -> UInt16 {
    if text.isEmpty { return 443 }
    guard text.hasPrefix(":"), let port = UInt16(text.dropFirst()), port > 0 else {
      throw .malformedAddress("its port is none")
    }
    return port
  }

  /// The value of the `Host` field.
  var hostField: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return port == 443 ? name : "\(name):\(port)"
  }
}
