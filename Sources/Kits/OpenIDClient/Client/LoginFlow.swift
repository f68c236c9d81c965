public import Foundation

/// A login as a screen sees it: `OAuthClient`, or the simulated `DemoLogin`.
public protocol LoginFlow: Sendable {
  /// The current state of the login.
  var state: ClientState { get async }
  /// The current state and all later ones; each reader gets a separate sequence.
  var states: AsyncStream<ClientState> { get async }
  /// Starts a login, and returns when it needs a browser or is over.
  ///
  /// In `authorizing`, an interactive start abandons the login whose page is open, and begins
  /// another.
  ///
  /// - Throws: `ClientError.illegalCall` in `fetchingToken`, and while an interactive start is in
  ///   progress; for an interactive start also in `authorized`, for a silent one in `authorizing`.
  func start(_ mode: StartMode) async throws(ClientError)
  /// Accepts the redirect from the browser, and returns when the login is over.
  ///
  /// If the provider refuses the login, this method doesn't throw; the state becomes `failed`.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`; `.notTheRedirect` for any URL but
  ///   the redirect URI, which the browser should load.
  func handleRedirect(_ redirect: Redirect) async throws(ClientError)
  /// Records that the login page couldn't be shown.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`.
  func handleFailure(_ reason: String) async throws(ClientError)
  /// Ends a login that is in progress or has failed; in other states it does nothing.
  func cancel(_ cancellation: ClientState.Cancellation) async
}

extension LoginFlow {
  /// Accepts the URL that the provider redirected the browser to.
  ///
  /// - Throws: the errors of `handleRedirect(_:)` for a `Redirect`.
  public func handleRedirect(_ url: URL) async throws(ClientError) {
    try await handleRedirect(Redirect(url))
  }

  /// Ends a login because the user closed the page.
  public func cancel() async { await cancel(.byUser) }
}
