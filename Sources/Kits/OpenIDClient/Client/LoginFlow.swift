public import Foundation

/// A login as a screen sees it: `OAuthClient`, and `DemoLogin` which only pretends.
public protocol LoginFlow: Sendable {
  /// Where the login stands.
  var state: ClientState { get async }
  /// The states from now on, the present one first; every reader has a sequence of its own.
  var states: AsyncStream<ClientState> { get async }
  /// Begins a login, and returns when it needs a browser or is over.
  ///
  /// - Throws: `ClientError.illegalCall` while one is under way or somebody is logged in.
  func start(_ mode: StartMode) async throws(ClientError)
  /// Takes what the browser brought back, and returns when the login is over.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`; `.notTheRedirect` for an address that
  ///   is not the redirect's, which the browser should go on to. A refused login throws nothing, it
  ///   leads to `failed`.
  func handleRedirect(_ redirect: Redirect) async throws(ClientError)
  /// Takes note that the login page could not be shown.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`.
  func handleFailure(_ reason: String) async throws(ClientError)
  /// Ends a login that is under way or failed; otherwise nothing happens.
  func cancel(_ cancellation: ClientState.Cancellation) async
}

extension LoginFlow {
  /// Takes the address that the browser was sent to.
  ///
  /// - Throws: as `handleRedirect(_:)` for a `Redirect`.
  public func handleRedirect(_ url: URL) async throws(ClientError) {
    try await handleRedirect(Redirect(url))
  }

  /// Ends a login because its user closed the page.
  public func cancel() async { await cancel(.byUser) }
}
