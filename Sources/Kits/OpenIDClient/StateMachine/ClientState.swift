public import Foundation

/// The state of a client's login.
public enum ClientState: Sendable, Equatable {
  /// The login hasn't started, or is still reading the store or the provider's metadata.
  case idle
  /// A browser must show `url`, until it is redirected to `redirectURI`.
  case authorizing(url: URL, redirectURI: URL)
  /// The client is exchanging the response for tokens and validating them.
  case fetchingToken
  /// The user is logged in.
  ///
  /// The credentials may have expired while their renewal runs, or fails because there is no
  /// network; `OAuthClient.credentials()` waits for valid ones.
  case authorized(Credentials)
  /// The user isn't logged in, and nothing failed.
  case cancelled(Cancellation)
  /// The login, or a renewal of its credentials, failed.
  case failed(ClientError)

  /// The reason why a login ended without an error.
  public enum Cancellation: Sendable, Equatable {
    /// A silent start found no valid stored credentials.
    case notLoggedIn
    /// The user closed the login page.
    case byUser
    /// The app ended the login.
    case byProgram
    /// The user logged out.
    case loggedOut
  }

  /// The state's name in error messages.
  public var name: String {
    switch self {
    case .idle: "idle"
    case .authorizing: "authorizing"
    case .fetchingToken: "fetchingToken"
    case .authorized: "authorized"
    case .cancelled: "cancelled"
    case .failed: "failed"
    }
  }

  /// The credentials of the user who is logged in.
  public var credentials: Credentials? {
    if case .authorized(let credentials) = self { credentials } else { nil }
  }
}

/// Whether a login may show a page.
public enum StartMode: Sendable, Equatable {
  /// Use stored credentials only.
  case silent
  /// Use stored credentials, or show the login page.
  case interactive
}
