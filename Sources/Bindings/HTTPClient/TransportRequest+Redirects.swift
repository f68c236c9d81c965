import Foundation

extension TransportRequest {
  /// Returns the request that a redirect asks for (RFC 9110 15.4), or `nil` if the response isn't a
  /// redirect.
  ///
  /// As in browsers, the next request is a GET after 303, and after 301 and 302 if this one is a
  /// POST. A request to another server carries no credentials.
  public func redirected(by response: TransportResponse) -> TransportRequest? {
    guard [301, 302, 303, 307, 308].contains(response.status),
      let location = response.headers["Location"],
      let target = URL(string: location, relativeTo: url)?.absoluteURL
    else { return nil }
    var next = self
    next.url = target
    if response.status == 303 && method != "HEAD" || response.status < 303 && method == "POST" {
      next.method = "GET"
      next.body = nil
      next.headers["Content-Type"] = nil
    }
    if !isSameServer(target) {
      next.headers["Authorization"] = nil
      next.headers["Cookie"] = nil
    }
    return next
  }

  private func isSameServer(_ other: URL) -> Bool {
    url.scheme == other.scheme && url.host() == other.host() && url.port == other.port
  }
}
