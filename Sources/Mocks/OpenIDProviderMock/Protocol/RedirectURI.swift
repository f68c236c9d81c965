import DocgenHTTPServer

/// Redirect URIs compared as RFC 9700 2.1 requires: byte by byte, except the port of loopback
/// addresses.
enum RedirectURI {
  /// Returns why a text can't be registered; `nil` when it can (RFC 6749 3.1.2).
  static func problem(of uri: String) -> String? {
    if uri.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x7F || "\"<>\\^`{|}".utf8.contains($0) }) {
      return "a redirect URI may contain only the characters of RFC 3986"
    }
    guard let scheme = uri.prefixMatch(of: /([A-Za-z][-+.A-Za-z0-9]*):./)?.1.lowercased() else {
      return "a redirect URI is absolute, '\(uri)' is not"
    }
    if uri.contains("#") { return "a redirect URI has no fragment" }
    if ["javascript", "data", "vbscript", "file", "blob", "about"].contains(scheme) {
      return "a redirect URI does not begin with '\(scheme):'"
    }
    if scheme == "http" || scheme == "https" {
      let rest = uri.dropFirst(scheme.count + 1)
      guard rest.hasPrefix("//"), let host = rest.dropFirst(2).first, host != "/", host != "?"
      else { return "a redirect URI with '\(scheme):' names a host" }
    }
    return nil
  }

  /// Returns whether a URI matches a registered one.
  ///
  /// Native apps listen on any free port, so the port of `http://127.0.0.1` and `http://[::1]` may
  /// differ (RFC 8252 7.3); the port of `localhost` may not.
  static func matches(_ uri: String, registered: String) -> Bool {
    if uri.isExactly(registered) { return true }
    guard let left = withoutLoopbackPort(uri), let right = withoutLoopbackPort(registered) else {
      return false
    }
    return left.isExactly(right)
  }

  private static func withoutLoopbackPort(_ uri: String) -> String? {
    for host in ["http://127.0.0.1", "http://[::1]"] where uri.hasPrefix(host) {
      var rest = uri.dropFirst(host.count)
      if rest.first == ":" {
        let digits = rest.dropFirst().prefix { $0.isASCII && $0.isNumber }
        guard UInt16(digits) != nil else { return nil }
        rest = rest.dropFirst(1 + digits.count)
      }
      guard rest.isEmpty || rest.first == "/" || rest.first == "?" else { return nil }
      return host + rest
    }
    return nil
  }

  /// Returns an address with more parameters in its query; those it has stay (RFC 6749 3.1.2).
  static func adding(_ parameters: [(name: String, value: String)], to uri: String) -> String {
    uri + (uri.contains("?") ? "&" : "?") + encoded(parameters)
  }

  /// Returns parameters for a query or a fragment.
  ///
  /// Spaces become %20, because only decoders of forms read a '+' as a space.
  static func encoded(_ parameters: [(name: String, value: String)]) -> String {
    FormFields.encode(parameters).replacing("+", with: "%20")
  }
}
