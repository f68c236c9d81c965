import DocgenHTTPClient
public import Foundation

/// A browser without a screen: follows redirects, and stops where an app would take over.
///
/// Stores the provider's cookies, as a phone's browser does.
public struct Browser: Sendable {
  /// A login that didn't lead back to the app.
  public enum LoadError: Error, CustomStringConvertible {
    /// The server returned a page instead of a redirect: the status and the page's address.
    case page(status: Int, at: URL)
    /// The login redirected more often than the browser follows.
    case tooManyRedirects
    /// A redirect without an address.
    case malformedRedirect

    /// The error's message.
    public var description: String {
      switch self {
      case .page(let status, let url):
        "the browser stopped at a page with status \(status) at \(url.path())"
      case .tooManyRedirects: "the login page redirects without end"
      case .malformedRedirect: "the login page redirects to no address"
      }
    }
  }

  /// The `User-Agent` field; transcripts recognize a browser by its beginning.
  static let userAgent = "Mozilla/5.0 (docgen)"

  private let transport = DefaultTransport(.keepingCookies)

  init() {}

  /// Opens an address and follows redirects until one leads to the app.
  ///
  /// - Parameters:
  ///   - url: the address at which the login begins.
  ///   - redirect: the app's redirect URL; scheme, host, port and path must match, the query
  ///     and the fragment may differ.
  /// - Returns: the address that redirects to the app, with its query and fragment.
  /// - Throws: `LoadError`, or `TransportError`.
  public func open(_ url: URL, until redirect: URL) async throws -> URL {
    var next = url.absoluteURL
    for _ in 0..<20 {
      if Self.matches(next, redirect: redirect.absoluteURL) { return next }
      let response = try await transport.send(
        TransportRequest(url: next, headers: ["User-Agent": Self.userAgent]))
      guard (300..<400).contains(response.status) else {
        throw LoadError.page(status: response.status, at: next)
      }
      guard let location = response.headers["Location"],
        let target = URL(string: location, relativeTo: next)
      else { throw LoadError.malformedRedirect }
      next = target.absoluteURL
    }
    throw LoadError.tooManyRedirects
  }

  private static func matches(_ url: URL, redirect: URL) -> Bool {
    url.scheme == redirect.scheme && url.host() == redirect.host() && url.port == redirect.port
      && url.path() == redirect.path()
  }
}
