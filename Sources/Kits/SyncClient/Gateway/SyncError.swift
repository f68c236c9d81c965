public import Foundation

/// Why a replication stopped or waits, or a login failed.
public enum SyncError: Error, Sendable, Hashable {
  /// The gateway cannot be reached, or a connection broke: the system's words.
  case offline(String)
  /// The gateway answered with this status; 401 when there is no session or it has run out.
  case http(status: Int, reason: String)
  /// The gateway answered something that is not its protocol.
  case malformedAnswer(String)
  /// Nobody is logged in, and why.
  case login(LoginFailure)
  /// The database here refused.
  case database(DatabaseError)

  /// Why a login did not come to its end.
  public enum LoginFailure: Sendable, Hashable {
    /// The user closed the login page.
    case cancelled
    /// The app let go of the login's continuation without calling it.
    case continuationForgotten
    /// The app's own error, in its words.
    case app(String)
    /// The login page ended at a URL that is not the gateway's.
    case elsewhere(URL)
    /// The gateway refused what the login page gave.
    case refused(status: Int, reason: String)
  }

  /// The HTTP status that says the same; 401 for whatever a new login would mend, `nil` where no
  /// answer came.
  public var status: Int? {
    switch self {
    case .http(let status, _), .login(.refused(let status, _)): status
    case .login: 401
    case .offline, .malformedAnswer, .database: nil
    }
  }

  /// Whether the same may succeed later without anybody's help.
  public var isTransient: Bool {
    switch self {
    case .offline: true
    case .http(let status, _): [408, 429, 500, 502, 503, 504].contains(status)
    case .malformedAnswer: true
    case .login, .database: false
    }
  }
}

extension SyncError: CustomStringConvertible {
  /// The sentence shown to people.
  public var description: String {
    switch self {
    case .offline(let reason): "the gateway cannot be reached: \(reason)"
    case .http(let status, let reason): "the gateway answered \(status) \(reason)"
    case .malformedAnswer(let what): "the gateway's answer makes no sense: \(what)"
    case .login(let failure): "\(failure)"
    case .database(let error): "\(error)"
    }
  }
}

extension SyncError.LoginFailure: CustomStringConvertible {
  /// The sentence shown to people.
  public var description: String {
    switch self {
    case .cancelled: "the user cancelled the login"
    case .continuationForgotten:
      "the app never called the login's continuation: keep it until the login page ends"
    case .app(let reason): "the app could not show the login page: \(reason)"
    case .elsewhere(let url):
      "the login page ended at \(url.host() ?? "nowhere"), which is not the gateway"
    case .refused(let status, let reason):
      "the gateway refused the login: \(status) \(reason)"
    }
  }
}
