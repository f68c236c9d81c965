import Foundation
public import HTTPClient
public import LabEnvironment

/// OAuth 2.0 and OpenID Connect for native apps: it gets credentials, keeps them and renews them.
///
///     let client = OAuthClient(provider: .discovered(issuer: issuer), settings: settings)
///     try await client.start(.interactive)
///     // show the page of `authorizing`, then hand back where it ended:
///     try await client.handleRedirect(url)
///     let credentials = try await client.credentials()
///
/// Every call is possible at any time and from any task; one that makes no sense where the login
/// stands throws `ClientError.illegalCall` and changes nothing.
public actor OAuthClient: LoginFlow {
  /// What the client is to its provider.
  public nonisolated let settings: ClientSettings
  /// What its credentials are stored under.
  public nonisolated let key: CredentialKey
  /// Why the store could not be read or written the last time; `nil` when all went well.
  ///
  /// The login itself goes on without the store.
  public private(set) var storageProblem: String?

  let connection: ProviderConnection
  let clock: any LabClock
  private let store: any CredentialStore
  private let random: LabRandom
  private let maker: CredentialsMaker
  private let subscribers = StateSubscribers()

  var machine: ClientStateMachine
  private var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  private var timer: Task<Void, Never>?
  private var work: Task<Void, Never>?
  /// The last change of the store; changes happen one after another.
  private var storing: Task<Void, Never>?

  /// A client; nothing happens before `start`.
  ///
  /// - Parameters:
  ///   - provider: where its provider is.
  ///   - settings: what it is there, and what it asks for.
  ///   - store: where credentials outlive the client.
  ///   - transport: what carries its requests.
  ///   - clock: the time it goes by.
  ///   - random: where `state`, `nonce` and code verifiers come from; the system unless told.
  public init(
    provider: ProviderSource, settings: ClientSettings,
    store: any CredentialStore = InMemoryCredentialStore(),
    transport: any HTTPTransport = URLSessionTransport(), clock: any LabClock = SystemClock(),
    random: LabRandom = LabRandom()
  ) {
    self.settings = settings
    self.store = store
    self.clock = clock
    self.random = random
    key = CredentialKey(
      issuer: provider.issuer, clientID: settings.clientID, scope: settings.scope,
      responseType: settings.responseType)
    connection = ProviderConnection(
      provider, settings: settings, transport: transport, clock: clock)
    maker = CredentialsMaker(settings: settings, connection: connection, clock: clock)
    machine = ClientStateMachine(refreshAhead: settings.refreshAhead.timeInterval)
  }

  deinit {
    timer?.cancel()
    work?.cancel()
    for waiter in waiters.values { waiter.resume() }
  }

  /// Where the login stands.
  public var state: ClientState { machine.state }

  /// The states from now on, the present one first; every reader has a sequence of its own.
  public var states: AsyncStream<ClientState> { subscribers.subscribe() }

  /// Whether a renewal of the credentials is under way.
  public var isRenewing: Bool { machine.isRenewing }

  /// Begins a login, and returns when it needs a browser or is over.
  ///
  /// - Throws: `ClientError.illegalCall` unless `idle`, `cancelled` or `failed`.
  public func start(_ mode: StartMode = .interactive) async throws(ClientError) {
    carryOut(try machine.start(mode))
    await settle()
  }

  /// Takes what the browser brought back, and returns when the login is over.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`; `.notTheRedirect` for an address that
  ///   is not the redirect's. A refused login throws nothing, it leads to `failed`.
  public func handleRedirect(_ redirect: Redirect) async throws(ClientError) {
    carryOut(try machine.handleRedirect(redirect))
    await settle()
  }

  /// Takes note that the login page could not be shown.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`.
  public func handleFailure(_ reason: String) throws(ClientError) {
    carryOut(try machine.handleFailure(reason))
  }

  /// Ends a login that is under way or failed; otherwise nothing happens.
  public func cancel(_ cancellation: ClientState.Cancellation = .byUser) {
    let before = machine.attempt
    machine.cancel(cancellation)
    if machine.attempt != before { stopWorking() }
    carryOut([])
  }

  /// Good credentials: those that are there, or renewed ones.
  ///
  /// Callers that come while a renewal is under way share it. One that is cancelled stops waiting and
  /// leaves the renewal to the others.
  ///
  /// - Parameters:
  ///   - minimumLifetime: how much longer they should be good.
  ///   - rejected: a token that a server has just refused, to have another one.
  /// - Throws: `ClientError.notLoggedIn` or `.expired`, the reason of a failed login, or what kept
  ///   the renewal from succeeding when the credentials have run out meanwhile.
  public func credentials(
    minimumLifetime: Duration = .zero, replacing rejected: String? = nil
  ) async throws(ClientError) -> Credentials {
    while true {
      let demand = machine.demand(
        minimumLifetime: minimumLifetime.timeInterval, rejected: rejected, now: clock.now)
      switch demand {
      case .ready(let credentials):
        // Nobody uses a token that the next start would not find.
        await storing?.value
        return credentials
      case .unavailable(let error, let effects):
        carryOut(effects)
        throw error
      case .wait(let effects):
        carryOut(effects)
        await nextChange()
        if Task.isCancelled { throw .cancelled }
      }
    }
  }

  // MARK: Carrying out what the state machine decides

  /// Does what must be done and tells readers of the new state, once it is stored.
  func carryOut(_ effects: [ClientStateMachine.Effect]) {
    var storesCredentials = false
    for effect in effects {
      switch effect {
      case .save(let credentials):
        storesCredentials = true
        change { store, key in try await store.save(credentials, for: key) }
      case .delete:
        change { store, key in try await store.delete(key) }
      case .wake(let moment, let attempt): wake(at: moment, attempt)
      case .load, .prepare, .complete, .refresh, .reread:
        work = Task { await self.perform(effect) }
      }
    }
    let change = storing
    if storesCredentials, let change {
      Task {
        await change.value
        self.announce()
      }
    } else {
      announce()
    }
    let waiting = waiters.values
    waiters = [:]
    for waiter in waiting { waiter.resume() }
  }

  private func announce() { subscribers.publish(machine.state) }

  private func perform(_ effect: ClientStateMachine.Effect) async {
    switch effect {
    case .load(let attempt):
      let stored = await storedCredentials()
      carryOut(machine.loaded(stored, attempt, now: clock.now))
    case .prepare(let attempt):
      let result = await authorizationRequest()
      machine.prepared(result, attempt)
      carryOut([])
    case .complete(let answer, let request, let attempt):
      let result = await Result(catching: { () async throws(ClientError) in
        try await self.maker.complete(answer, to: request)
      })
      carryOut(machine.completed(result, attempt, now: clock.now))
    case .refresh(let credentials, let attempt):
      let result = await Result(catching: { () async throws(ClientError) in
        try await self.maker.renew(credentials)
      })
      let jitter = Double(random.bytes(1)[0]) / 255
      carryOut(machine.refreshed(result, attempt, now: clock.now, jitter: jitter))
    case .reread(let attempt):
      let stored = await storedCredentials()
      carryOut(machine.reread(stored, attempt, now: clock.now))
    case .save, .delete, .wake: break
    }
  }

  private func authorizationRequest() async -> Result<AuthorizationRequest, ClientError> {
    await Result(catching: { () async throws(ClientError) in
      try await AuthorizationRequest(
        self.settings, at: self.connection.metadata(),
        secrets: AuthorizationRequest.Secrets(random: self.random))
    })
  }

  private func wake(at moment: Date, _ attempt: Int) {
    timer?.cancel()
    // Weak: a client that nobody holds any more must not wait for its next renewal.
    timer = Task { [weak self, clock] in
      guard (try? await clock.sleep(until: moment)) != nil else { return }
      await self?.timerFired(attempt)
    }
  }

  private func timerFired(_ attempt: Int) {
    carryOut(machine.woke(attempt, now: clock.now))
  }

  /// Ends what is under way for a login that is over.
  func stopWorking() {
    work?.cancel()
    timer?.cancel()
  }

  // MARK: The store

  private func storedCredentials() async -> Credentials? {
    await storing?.value
    do {
      let stored = try await store.load(key)
      storageProblem = nil
      return stored
    } catch {
      storageProblem = "\(error)"
      return nil
    }
  }

  private func change(
    _ body: @escaping @Sendable (any CredentialStore, CredentialKey) async throws -> Void
  ) {
    let previous = storing
    storing = Task {
      await previous?.value
      do {
        try await body(store, key)
        storageProblem = nil
      } catch {
        storageProblem = "\(error)"
      }
    }
  }

  // MARK: Waiting

  /// Returns when the login needs somebody or is over, or when the calling task is cancelled.
  private func settle() async {
    let attempt = machine.attempt
    while machine.isBusy, machine.attempt == attempt, !Task.isCancelled { await nextChange() }
    await storing?.value
    announce()
  }

  /// Returns after the next change, or at once when the calling task is cancelled.
  private func nextChange() async {
    lastWaiter += 1
    let id = lastWaiter
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled { continuation.resume() } else { waiters[id] = continuation }
      }
    } onCancel: {
      Task { await self.stopWaiting(id) }
    }
  }

  /// Returns when everything so far has been stored.
  func storedChanges() async { await storing?.value }

  func randomBytes(_ count: Int) -> [UInt8] { random.bytes(count) }

  private func stopWaiting(_ id: Int) { waiters.removeValue(forKey: id)?.resume() }
}

extension Result {
  /// The outcome of an asynchronous call.
  fileprivate init(
    catching body: @Sendable () async throws(Failure) -> Success
  ) async where Success: Sendable {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
