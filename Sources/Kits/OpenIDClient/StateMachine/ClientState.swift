public import Foundation

/// Where a client's login stands.
public enum ClientState: Sendable, Equatable {
  /// Nothing was begun, or what was begun still looks for stored credentials and for its provider.
  case idle
  /// A browser must show `url`, until it is sent to `redirectURI`.
  case authorizing(url: URL, redirectURI: URL)
  /// The answer of the login page is being traded for tokens, and these are checked.
  case fetchingToken
  /// Somebody is logged in.
  ///
  /// The credentials may have run out while their renewal is under way or keeps failing for want of
  /// a network; `OAuthClient.credentials()` waits for good ones.
  case authorized(Credentials)
  /// Nobody is logged in, and nothing went wrong.
  case cancelled(Cancellation)
  /// The login, or the renewal of one, failed.
  case failed(ClientError)

  /// Whose wish it was.
  public enum Cancellation: Sendable, Equatable {
    /// A silent start found nobody logged in.
    case notLoggedIn
    /// The user closed the login page.
    case byUser
    /// The app ended the login.
    case byProgram
    /// Somebody logged out.
    case loggedOut
  }

  /// The state's name, as error messages show it.
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

  /// The credentials of whoever is logged in.
  public var credentials: Credentials? {
    if case .authorized(let credentials) = self { credentials } else { nil }
  }
}

/// Whether a login may show itself.
public enum StartMode: Sendable, Equatable {
  /// Stored credentials or nothing.
  case silent
  /// Stored credentials, else a login page.
  case interactive
}
