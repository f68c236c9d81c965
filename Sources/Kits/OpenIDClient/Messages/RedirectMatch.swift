import Foundation

/// Checks whether a URL is the redirect URI with a response.
///
/// Scheme, user, password, host, port and path must equal those of the redirect URI, which can be a
/// custom scheme, a loopback or an `https` URL. Query and fragment carry the response. If the
/// redirect URI has a query, the URL's query must begin with it.
enum RedirectMatch {
  static func matches(_ url: URL, redirectURI: URL) -> Bool {
    guard let left = URLComponents(url: url.absoluteURL, resolvingAgainstBaseURL: true),
      let right = URLComponents(url: redirectURI.absoluteURL, resolvingAgainstBaseURL: true)
    else { return false }
    guard left.scheme?.lowercased() == right.scheme?.lowercased(),
      left.percentEncodedUser == right.percentEncodedUser,
      left.percentEncodedPassword == right.percentEncodedPassword,
      (left.percentEncodedHost ?? "").lowercased() == (right.percentEncodedHost ?? "").lowercased(),
      left.port == right.port, path(left) == path(right)
    else { return false }
    guard let prefix = right.percentEncodedQuery, !prefix.isEmpty else { return true }
    guard let query = left.percentEncodedQuery, query.hasPrefix(prefix) else { return false }
    return query.count == prefix.count || query.dropFirst(prefix.count).first == "&"
  }

  /// For HTTP clients an empty path equals `/` (RFC 9110 4.2.3), but not for other schemes.
  private static func path(_ components: URLComponents) -> String {
    let isHTTP = ["http", "https"].contains(components.scheme?.lowercased())
    return components.percentEncodedPath.isEmpty && isHTTP ? "/" : components.percentEncodedPath
  }
}
