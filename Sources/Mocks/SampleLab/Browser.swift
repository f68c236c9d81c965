public import Foundation
import HTTPClient

/// A browser that goes where it is sent and stops where an app would take over.
///
/// It keeps the provider's cookies, as the phone's browser does.
public struct Browser: Sendable {
  /// Why a page did not end where it should.
  public enum LoadError: Error, CustomStringConvertible {
    /// A page came instead of a redirect: the status and the page's address.
    case page(status: Int, at: URL)
    /// More redirects than any login needs.
    case tooManyRedirects
    /// A redirect that names no address.
    case malformedRedirect

    /// The sentence shown to people.
    public var description: String {
      switch self {
      case .page(let status, let url):
        "the browser stopped at a page with status \(status) at \(url.path())"
      case .tooManyRedirects: "the login page redirects without end"
      case .malformedRedirect: "the login page redirects to no address"
      }
    }
  }

  /// Every browser begins so.
  static let userAgent = "Mozilla/5.0 (docgen)"

  private let transport = DefaultTransport(.keepingCookies)

  init() {}

  /// Opens an address and follows redirects until one leads to the app.
  ///
  /// - Parameters:
  ///   - url: where the login begins.
  ///   - redirect: the app's redirect URL; scheme, host, port and path must match, the query
  ///     and the fragment are free.
  /// - Returns: the address at which the app takes over, with its query and fragment.
  /// - Throws: `LoadError`, or `TransportError`.
  public func open(_ url: URL, until redirect: URL) async throws -> URL {
    var next = url.absoluteURL
    for _ in 0..<20 {
      if Self.isSamePlace(next, redirect.absoluteURL) { return next }
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

  private static func isSamePlace(_ left: URL, _ right: URL) -> Bool {
    left.scheme == right.scheme && left.host() == right.host() && left.port == right.port
      && left.path() == right.path()
  }
}
