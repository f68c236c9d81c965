public import Clocks
import Foundation
public import HTTPClient

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
  public internal(set) var storageProblem: String?

  let connection: ProviderConnection
  let clock: any WallClock
  let store: any CredentialStore
  let random: RandomSource
  let maker: CredentialsMaker
  nonisolated let subscribers = StateSubscribers()

  var machine: ClientStateMachine
  var waiters: [Int: CheckedContinuation<Void, Never>] = [:]
  private var lastWaiter = 0
  var timer: Task<Void, Never>?
  var work: Task<Void, Never>?
  /// The last change of the store; changes happen one after another.
  var storing: Task<Void, Never>?
  /// The latest logout's change, which gives what it found in the store.
  var deletion: Task<Credentials?, any Error>?

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
    transport: any HTTPTransport = DefaultTransport(), clock: any WallClock = SystemClock(),
    random: RandomSource = RandomSource()
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

  /// The state that readers of `states` were told last, without waiting: for a view that is drawn now.
  public nonisolated var latestState: ClientState { subscribers.current }

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
  ///   - minimumLifetime: how much longer they should be good, if the provider gives such.
  ///   - rejected: a token that a server has just refused, to have another one.
  /// - Throws: `ClientError.notLoggedIn` or `.expired`, the reason of a failed login, or what kept
  ///   the renewal from succeeding when the credentials have run out meanwhile.
  public func credentials(
    minimumLifetime: Duration = .zero, replacing rejected: String? = nil
  ) async throws(ClientError) -> Credentials {
    let start = clock.now
    while true {
      // What was renewed since would live no longer if it were renewed again.
      let isNew = state.credentials.map { $0.issuedAt >= start } ?? false
      let demand = machine.demand(
        minimumLifetime: isNew ? 0 : minimumLifetime.timeInterval, rejected: rejected,
        now: clock.now)
      switch demand {
      case .ready(let credentials):
        // Nobody uses a token that the next start would not find.
        await storing?.value
        return credentials
      case .unavailable(let error, let effects):
        carryOut(effects)
        // Nobody is told of a refusal while the next start would still find what was refused.
        if case .failed = state { await storing?.value }
        throw error
      case .wait(let effects):
        carryOut(effects)
        await nextChange()
        if Task.isCancelled { throw .cancelled }
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

  private func stopWaiting(_ id: Int) { waiters.removeValue(forKey: id)?.resume() }
}
