import Foundation

/// Whether an address is the one an app takes over at.
///
/// Scheme, user, password, host, port and path must be those of the redirect address, which may be a
/// custom scheme's, a loopback one or an `https` link; query and fragment are the answer's. A query
/// of the redirect address itself must be the beginning of the answer's.
enum RedirectMatch {
  static func matches(_ url: URL, _ redirectURI: URL) -> Bool {
    guard let left = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
      let right = URLComponents(url: redirectURI.absoluteURL, resolvingAgainstBaseURL: true)
    else { return false }
    guard left.scheme?.lowercased() == right.scheme?.lowercased(),
      left.percentEncodedUser == right.percentEncodedUser,
      left.percentEncodedPassword == right.percentEncodedPassword,
      (left.percentEncodedHost ?? "").lowercased() == (right.percentEncodedHost ?? "").lowercased(),
      left.port == right.port, path(left) == path(right)
    else { return false }
    guard let own = right.percentEncodedQuery, !own.isEmpty else { return true }
    guard let query = left.percentEncodedQuery, query.hasPrefix(own) else { return false }
    return query.count == own.count || query.dropFirst(own.count).first == "&"
  }

  /// An empty path and `/` are one to every HTTP client (RFC 9110 4.2.3), but not elsewhere.
  private static func path(_ components: URLComponents) -> String {
    let isHTTP = ["http", "https"].contains(components.scheme?.lowercased())
    return components.percentEncodedPath.isEmpty && isHTTP ? "/" : components.percentEncodedPath
  }
}
