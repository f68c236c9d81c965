import DocgenHTTPClient
public import Foundation

/// The reason why a replication stopped or waits, or a login failed.
public enum SyncError: Error, Sendable, Hashable {
  /// The gateway is unreachable, or the connection broke; the reason.
  ///
  /// Also when the app's closure for credentials threw a ``TransientError`` that a retry may mend.
  case offline(String)
  /// The replication's URL isn't that of a database, or no request can be sent to it; the reason.
  case configuration(String)
  /// The gateway responded with this status; 401 when there is no session or it has expired.
  case http(status: Int, reason: String)
  /// The gateway's response violates its protocol.
  case malformedResponse(String)
  /// The user isn't logged in; the reason.
  case login(LoginFailure)
  /// The local database failed.
  case database(DatabaseError)

  /// The reason why a login failed.
  public enum LoginFailure: Sendable, Hashable {
    /// The user closed the login page.
    case cancelled
    /// The app's own error, as text.
    case app(String)
    /// The login page ended at a URL that isn't the gateway's.
    case elsewhere(URL)
    /// The gateway rejected the login page's result.
    case refused(status: Int, reason: String)
  }

  /// The matching HTTP status; 401 for errors that a new login would fix, `nil` when there was no
  /// response.
  public var status: Int? {
    switch self {
    case .http(let status, _), .login(.refused(let status, _)): status
    case .login: 401
    case .offline, .configuration, .malformedResponse, .database: nil
    }
  }

  /// Whether a retry may succeed without any action of the user.
  public var isTransient: Bool {
    switch self {
    case .offline: true
    case .http(let status, _): [408, 429, 500, 502, 503, 504].contains(status)
    case .malformedResponse: true
    case .configuration, .login, .database: false
    }
  }
}

extension SyncError {
  /// Creates the error for what an app's closure, login page or authenticator threw.
  ///
  /// - Parameter isRetried: whether a ``TransientError`` and an `URLError` of the connection are
  ///   retried; not if a login page was shown, which would be shown again.
  init(ofApp error: any Error, isRetried: Bool = true) {
    switch error {
    case let error as SyncError: self = error
    case is CancellationError: self = .login(.cancelled)
    case let error as any TransientError where error.isCancellation: self = .login(.cancelled)
    case URLError.cancelled: self = .login(.cancelled)
    case _ where !isRetried: self = .login(.app("\(error)"))
    case let error as any TransientError where error.isTransient:
      self = .offline("the app cannot sign in now: \(error)")
    case let error as URLError where Self.connectionCodes.contains(error.code):
      self = .offline("the app cannot sign in now: \(error.localizedDescription)")
    default: self = .login(.app("\(error)"))
    }
  }

  private static let connectionCodes: Set<URLError.Code> = [
    .timedOut, .cannotFindHost, .cannotConnectToHost, .networkConnectionLost, .dnsLookupFailed,
    .notConnectedToInternet,
  ]
}

extension SyncError: CustomStringConvertible {
  /// The reason, for developers and logs.
  public var description: String {
    switch self {
    case .offline(let reason), .configuration(let reason): reason
    case .http(let status, let reason): "the gateway responded with \(status) \(reason)"
    case .malformedResponse(let what): "the gateway's response is invalid: \(what)"
    case .login(let failure): "\(failure)"
    case .database(let error): "\(error)"
    }
  }
}

extension SyncError.LoginFailure: CustomStringConvertible {
  /// The reason, for developers and logs.
  public var description: String {
    switch self {
    case .cancelled: "the user cancelled the login"
    case .app(let reason): "the app could not sign in: \(reason)"
    case .elsewhere(let url):
      "the login page ended at \(url.host() ?? "nowhere"), which is not the gateway"
    case .refused(let status, let reason):
      "the gateway refused the login: \(status) \(reason)"
    }
  }
}
