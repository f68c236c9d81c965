import Foundation

/// All decisions of a client, as a value: each call names the next state and says what to do.
///
/// Whoever carries out an `Effect` reports its result with the attempt that the effect names; results
/// of attempts that are over change nothing.
struct ClientStateMachine: Sendable {
  /// What to do next; none of it is done here.
  enum Effect: Sendable, Equatable {
    /// Ask the store, then report `loaded`.
    case load(Int)
    /// Ask the provider where its endpoints are, then report `prepared`.
    case prepare(Int)
    /// Trade the answer for checked credentials, then report `completed`.
    case complete(AuthorizationAnswer, AuthorizationRequest, Int)
    /// Renew credentials, then report `refreshed`.
    case refresh(Credentials, Int)
    /// Ask the store whether somebody else renewed them meanwhile, then report `reread`.
    case reread(Int)
    /// Keep credentials.
    case save(Credentials)
    /// Forget stored credentials, whatever they are.
    case delete
    /// Forget stored credentials if they are these, which are worth nothing any more; somebody else may
    /// have logged in anew meanwhile.
    case forget(Credentials)
    /// Report `woke` at a moment; replaces every earlier wish.
    case wake(at: Date, Int)
  }

  enum Phase: Sendable, Equatable {
    case idle
    case loading(StartMode)
    case preparing
    case authorizing(AuthorizationRequest)
    case completing
    case authorized(Credentials, Renewal)
    case cancelled(ClientState.Cancellation)
    case failed(ClientError)
  }

  /// Where the renewal of credentials stands.
  enum Renewal: Sendable, Equatable {
    case none
    case running(failures: Int)
    case rereading(ClientError)
    /// The last try failed in passing; the next is at `until`, or a second after `since` on demand.
    case waiting(ClientError, since: Date, until: Date, failures: Int)
  }

  private(set) var phase = Phase.idle
  /// Counts logins; a result that names another one is late.
  private(set) var attempt = 0
  let refreshAhead: TimeInterval

  init(refreshAhead: TimeInterval) { self.refreshAhead = refreshAhead }

  var state: ClientState {
    switch phase {
    case .idle, .loading, .preparing: .idle
    case .authorizing(let request): .authorizing(url: request.url, redirectURI: request.redirectURI)
    case .completing: .fetchingToken
    case .authorized(let credentials, _): .authorized(credentials)
    case .cancelled(let cancellation): .cancelled(cancellation)
    case .failed(let error): .failed(error)
    }
  }

  /// Whether the next state comes by itself, without a call from outside.
  var isBusy: Bool {
    switch phase {
    case .loading, .preparing, .completing: true
    default: false
    }
  }

  /// Whether a renewal is under way.
  var isRenewing: Bool {
    guard case .authorized(_, let renewal) = phase else { return false }
    switch renewal {
    case .running, .rereading: return true
    case .none, .waiting: return false
    }
  }

  // MARK: Calls of the app

  /// - Throws: `.illegalCall` unless idle, cancelled or failed.
  mutating func start(_ mode: StartMode) throws(ClientError) -> [Effect] {
    switch phase {
    case .idle, .cancelled, .failed: break
    default: throw illegal("start")
    }
    attempt += 1
    phase = .loading(mode)
    return [.load(attempt)]
  }

  /// - Throws: `.illegalCall` unless authorizing, `.notTheRedirect` for another address.
  mutating func handleRedirect(_ redirect: Redirect) throws(ClientError) -> [Effect] {
    guard case .authorizing(let request) = phase else { throw illegal("handleRedirect") }
    do {
      let answer = try AuthorizationAnswer(redirect, to: request)
      phase = .completing
      return [.complete(answer, request, attempt)]
    } catch .notTheRedirect {
      throw .notTheRedirect
    } catch {
      phase = .failed(error)
      return []
    }
  }

  /// - Throws: `.illegalCall` unless authorizing.
  mutating func handleFailure(_ reason: String) throws(ClientError) -> [Effect] {
    guard case .authorizing = phase else { throw illegal("handleFailure") }
    phase = .failed(.browser(reason))
    return []
  }

  /// Ends a login that is under way or failed; otherwise there is nothing to cancel.
  mutating func cancel(_ cancellation: ClientState.Cancellation) {
    switch phase {
    case .idle, .cancelled, .authorized: return
    case .loading, .preparing, .authorizing, .completing, .failed: break
    }
    attempt += 1
    phase = .cancelled(cancellation)
  }

  /// - Throws: `.illegalCall` while a login is under way.
  mutating func logOut() throws(ClientError) -> [Effect] {
    switch phase {
    case .loading, .preparing, .authorizing, .completing: throw illegal("logOut")
    case .idle, .authorized, .cancelled, .failed: break
    }
    attempt += 1
    phase = .cancelled(.loggedOut)
    return [.delete]
  }

  // MARK: Results of effects

  /// The store answered a start.
  mutating func loaded(_ stored: Credentials?, _ attempt: Int, now: Date) -> [Effect] {
    guard attempt == self.attempt, case .loading(let mode) = phase else { return [] }
    if let stored {
      if !stored.isExpired(at: now) { return authorize(stored, now: now) }
      if stored.refreshToken != nil { return refresh(stored, failures: 0) }
    }
    guard mode == .interactive else {
      phase = .cancelled(.notLoggedIn)
      return []
    }
    phase = .preparing
    return [.prepare(attempt)]
  }

  /// The login page's address is known, or cannot be.
  mutating func prepared(_ result: Result<AuthorizationRequest, ClientError>, _ attempt: Int) {
    guard attempt == self.attempt, phase == .preparing else { return }
    switch result {
    case .success(let request): phase = .authorizing(request)
    case .failure(let error): phase = .failed(error)
    }
  }

  /// The answer of the login page was traded for credentials, or refused.
  mutating func completed(
    _ result: Result<Credentials, ClientError>, _ attempt: Int, now: Date
  ) -> [Effect] {
    guard attempt == self.attempt, phase == .completing else { return [] }
    switch result {
    case .success(let credentials):
      return [.save(credentials)] + authorize(credentials, now: now)
    case .failure(let error):
      phase = .failed(error)
      return []
    }
  }

  mutating func authorize(_ credentials: Credentials, now: Date) -> [Effect] {
    phase = .authorized(credentials, .none)
    guard let moment = credentials.refreshTime(ahead: refreshAhead) ?? credentials.expiry else {
      return []
    }
    return [.wake(at: max(now, moment), attempt)]
  }

  mutating func refresh(_ credentials: Credentials, failures: Int) -> [Effect] {
    phase = .authorized(credentials, .running(failures: failures))
    return [.refresh(credentials, attempt)]
  }

  mutating func set(_ phase: Phase) { self.phase = phase }

  private func illegal(_ call: String) -> ClientError { .illegalCall(call, in: phaseName) }

  private var phaseName: String {
    switch phase {
    case .loading, .preparing: "starting"
    default: state.name
    }
  }
}
