public import Foundation

/// What shows a page of the provider to a person, in the app or beside it.
public protocol UserAgent: Sendable {
  /// Opens an address and stays until the provider leads back to the app.
  ///
  /// - Parameters:
  ///   - url: the page.
  ///   - redirectURI: where the app takes over: scheme, host, port and path; `nil` when the page
  ///     leads nowhere, as a logout page may.
  /// - Returns: what the browser brought back, or where it stopped.
  /// - Throws: `CancellationError` when the person closed it, anything else when it failed.
  func open(_ url: URL, until redirectURI: URL?) async throws -> Redirect
}
