import Foundation

/// All decisions of a client, as a value: each method sets the next state and returns effects.
///
/// After carrying out an `Effect`, the client reports the result with the effect's attempt number;
/// results of earlier attempts change nothing.
struct ClientStateMachine: Sendable {
  /// An action for the client to carry out; the state machine itself has no side effects.
  enum Effect: Sendable, Equatable {
    /// Read the store, then report `loaded`.
    case load(Int)
    /// Get the provider's metadata, then report `prepared`.
    case prepare(Int)
    /// Exchange the response for validated credentials, then report `completed`.
    case complete(AuthorizationResponse, AuthorizationRequest, Int)
    /// Renew credentials, then report `refreshed`.
    case refresh(Credentials, Int)
    /// Read the store again, in case another client renewed the credentials, then report `reread`.
    case reread(Int)
    /// Save credentials in the store.
    case save(Credentials)
    /// Delete the stored credentials.
    case delete
    /// Delete the stored credentials if they are these, which are no longer valid.
    ///
    /// Another client may have logged in again meanwhile.
    case forget(Credentials)
    /// Report `woke` at a given time; replaces every earlier `wake`.
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

  /// The state of a renewal.
  enum Renewal: Sendable, Equatable {
    case none
    case running(failures: Int)
    case rereading(ClientError)
    /// The last attempt failed; the next is at `until`, or on demand a second after `since`.
    case waiting(ClientError, since: Date, until: Date, failures: Int)
  }

  private(set) var phase = Phase.idle
  /// The number of logins so far; identifies late results of earlier ones.
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

  /// Whether the state will change without a call from the app.
  var isBusy: Bool {
    switch phase {
    case .loading, .preparing, .completing: true
    default: false
    }
  }

  /// Whether a renewal is in progress.
  var isRenewing: Bool {
    guard case .authorized(_, let renewal) = phase else { return false }
    switch renewal {
    case .running, .rereading: return true
    case .none, .waiting: return false
    }
  }

  // MARK: Methods for the app

  /// - Throws: `.illegalCall` while an interactive start or the exchange of a response is in
  ///   progress; for a silent start also when authorizing, for an interactive one when authorized.
  mutating func start(_ mode: StartMode) throws(ClientError) -> [Effect] {
    switch phase {
    case .idle, .cancelled, .failed: break
    // The app may have closed the page without a call of `cancel`.
    case .authorizing where mode == .interactive: break
    case .loading(.silent):
      // Another caller is reading the store.
      phase = .loading(mode)
      return []
    case .authorized where mode == .silent: return []
    default: throw illegal("start")
    }
    return load(mode)
  }

  /// Reads the store before anything else.
  mutating func load(_ mode: StartMode) -> [Effect] {
    attempt += 1
    phase = .loading(mode)
    return [.load(attempt)]
  }

  /// - Throws: `.illegalCall` unless authorizing, `.notTheRedirect` for another address.
  mutating func handleRedirect(_ redirect: Redirect) throws(ClientError) -> [Effect] {
    guard case .authorizing(let request) = phase else { throw illegal("handleRedirect") }
    do {
      let response = try AuthorizationResponse(redirect, to: request)
      phase = .completing
      return [.complete(response, request, attempt)]
    } catch {
      if case .notTheRedirect = error { throw error }
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

  /// Ends a login that is in progress or has failed; in other states there is nothing to cancel.
  mutating func cancel(_ cancellation: ClientState.Cancellation) {
    switch phase {
    case .idle, .cancelled, .authorized: return
    case .loading, .preparing, .authorizing, .completing, .failed: break
    }
    attempt += 1
    phase = .cancelled(cancellation)
  }

  /// - Throws: `.illegalCall` while a login is in progress.
  mutating func logOut() throws(ClientError) -> [Effect] {
    switch phase {
    case .loading(.interactive), .preparing, .authorizing, .completing: throw illegal("logOut")
    case .idle, .loading(.silent), .authorized, .cancelled, .failed: break
    }
    attempt += 1
    phase = .cancelled(.loggedOut)
    return [.delete]
  }

  // MARK: Results of effects

  /// Handles the stored credentials at the start.
  mutating func loaded(_ stored: Credentials?, attempt: Int, now: Date) -> [Effect] {
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

  /// Handles the authorization request, or the reason why there is none.
  mutating func prepared(_ result: Result<AuthorizationRequest, ClientError>, attempt: Int) {
    guard attempt == self.attempt, phase == .preparing else { return }
    switch result {
    case .success(let request): phase = .authorizing(request)
    case .failure(let error): phase = .failed(error)
    }
  }

  /// Handles the credentials for the response, or the reason why there are none.
  mutating func completed(
    _ result: Result<Credentials, ClientError>, attempt: Int, now: Date
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
