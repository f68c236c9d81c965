public import Foundation

/// Shows the provider's pages to the user, in the app or in a browser.
public protocol UserAgent: Sendable {
  /// Opens a page and waits until the provider redirects to the app.
  ///
  /// - Parameters:
  ///   - url: the page.
  ///   - redirectURI: the redirect URI, by scheme, host, port and path; `nil` when the page doesn't
  ///     redirect, as a logout page may not.
  /// - Returns: the redirect, or the page at which the browser stopped.
  /// - Throws: `CancellationError` when the user closed the page; any other error when the page
  ///   failed.
  func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect
}
