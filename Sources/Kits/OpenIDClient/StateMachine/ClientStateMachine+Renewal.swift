import Foundation

extension ClientStateMachine {
  /// The result of a request for credentials.
  enum Demand: Sendable, Equatable {
    /// Use these credentials.
    case ready(Credentials)
    /// Carry out the effects, wait for the next change, then ask again.
    case wait([Effect])
    /// Carry out the effects; there are no valid credentials.
    case unavailable(ClientError, [Effect])
  }

  /// Decides what a caller that needs credentials gets.
  ///
  /// - Parameters:
  ///   - minimumLifetime: how many seconds the credentials should stay valid, if possible.
  ///   - rejected: an access token or ID token that a server rejected, expired or not.
  ///   - isRenewed: whether the caller has waited for a renewal already.
  ///   - isUnread: whether the store couldn't be read, and the caller hasn't waited for it yet.
  ///   - now: the current time.
  mutating func demand(
    minimumLifetime: TimeInterval, rejected: String?, isRenewed: Bool = false,
    isUnread: Bool = false, now: Date
  ) -> Demand {
    guard case .authorized(let credentials, let renewal) = phase else {
      switch phase {
      case .idle: return .wait(load(.silent))
      case .cancelled(.notLoggedIn) where isUnread: return .wait(load(.silent))
      case .loading, .preparing, .completing: return .wait([])
      // No retry happens, so the login's error would never end.
      case .failed(let error): return .unavailable(error.isTransient ? .notLoggedIn : error, [])
      default: return .unavailable(.notLoggedIn, [])
      }
    }
    let isRejected =
      rejected != nil && [credentials.accessToken, credentials.idToken].contains(rejected)
    let isExpired = credentials.isExpired(at: now)
    let lifetime = credentials.lifetime(at: now) ?? .infinity
    let isGood = !isRejected && !isExpired && (isRenewed || lifetime >= minimumLifetime)
    switch renewal {
    case _ where isGood: return .ready(credentials)
    case .running, .rereading: return .wait([])
    case .waiting(let error, let since, _, let failures):
      // A caller can bring the next retry forward, but to no less than a second after the last.
      if now >= since + 1 { return .wait(refresh(credentials, failures: failures)) }
      return isExpired || isRejected ? .unavailable(error, []) : .ready(credentials)
    case .none:
      if credentials.refreshToken != nil, !isRenewed {
        return .wait(refresh(credentials, failures: 0))
      }
      if !isExpired, !isRejected { return .ready(credentials) }
      set(.failed(.expired))
      return .unavailable(.expired, [.forget(credentials)])
    }
  }

  /// Handles the time set by a `wake`.
  mutating func woke(_ attempt: Int, now: Date) -> [Effect] {
    guard attempt == self.attempt, case .authorized(let credentials, let renewal) = phase else {
      return []
    }
    switch renewal {
    case .running, .rereading: return []
    case .waiting(_, _, let until, let failures):
      return until <= now
        ? refresh(credentials, failures: failures) : [.wake(at: until, attempt)]
    case .none: break
    }
    if let moment = credentials.refreshTime(ahead: refreshAhead) {
      return moment <= now ? refresh(credentials, failures: 0) : [.wake(at: moment, attempt)]
    }
    guard let expiry = credentials.expiry else { return [] }
    guard expiry <= now else { return [.wake(at: expiry, attempt)] }
    set(.failed(.expired))
    return [.forget(credentials)]
  }

  /// Handles the end of a renewal.
  ///
  /// - Parameter jitter: 0 to 1; spreads the retries of many devices.
  mutating func refreshed(
    _ result: Result<Credentials, ClientError>, attempt: Int, now: Date, jitter: Double
  ) -> [Effect] {
    guard attempt == self.attempt,
      case .authorized(let credentials, .running(let failures)) = phase
    else { return [] }
    switch result {
    case .success(let renewed):
      return [.save(renewed)] + authorize(renewed, now: now)
    case .failure(let error) where error.isForgery:
      set(.failed(error))
      return [.forget(credentials)]
    case .failure(let error) where error.requiresLogin:
      set(.authorized(credentials, .rereading(error)))
      return [.reread(attempt)]
    case .failure(let error):
      let delay = min(7_200, pow(2, Double(min(failures, 20)))) * (1 + jitter.clamped / 4)
      set(
        .authorized(
          credentials,
          .waiting(error, since: now, until: now + delay, failures: failures + 1)))
      return [.wake(at: now + delay, attempt)]
    }
  }

  /// Handles the stored credentials after the provider rejected the refresh token.
  ///
  /// Another process that shares the store may have used the token first and stored its successor.
  mutating func reread(_ stored: Credentials?, attempt: Int, now: Date) -> [Effect] {
    guard attempt == self.attempt,
      case .authorized(let credentials, .rereading(let error)) = phase
    else { return [] }
    if let stored, let token = stored.refreshToken, token != credentials.refreshToken {
      return stored.isExpired(at: now)
        ? refresh(stored, failures: 0) : authorize(stored, now: now)
    }
    set(.failed(error))
    return [.forget(credentials)]
  }
}

extension Double {
  fileprivate var clamped: Double { isNaN ? 0 : Swift.min(1, Swift.max(0, self)) }
}
