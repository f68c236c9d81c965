public import DocgenClocks
public import DocgenHTTPClient
import Foundation

@_exported public import DocgenJSON

/// An OAuth 2.0 and OpenID Connect client for native apps: gets, stores and renews credentials.
///
/// ```swift runnable setup=kit
/// let client = OAuthClient(
///   provider: .discovered(issuer: issuer),
///   settings: ClientSettings(
///     clientID: "travel-app",
///     redirectURI: URL(string: "com.example.travel:/login")!))
///
/// let credentials = try await client.logIn(with: browser)
/// print("signed in as", credentials.subject!)
/// ```
///
/// ```output
/// signed in as alice
/// ```
///
/// You can call every method at any time and from any task. If the login's state doesn't allow a
/// call, the method throws `ClientError.illegalCall` and changes nothing. The numbers are those of
/// the [table of transitions](/oauth-client.md#states).
///
/// ![The six states of a login, and the transitions between them](/login-states.svg)
public actor OAuthClient: LoginFlow {
  /// The client's registration at its provider, and what it requests.
  public nonisolated let settings: ClientSettings
  /// The key under which the client stores its credentials.
  public nonisolated let key: CredentialKey
  /// The error of the last access to the store; `nil` when that access succeeded.
  ///
  /// The login continues without the store.
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
  /// The last change of the store; changes run one after another.
  var storing: Task<Void, Never>?
  /// The last logout's change of the store; its value is the deleted credentials.
  var deletion: Task<Credentials?, any Error>?

  /// Creates a client, which does nothing before the first call.
  ///
  /// - Parameters:
  ///   - provider: how to find the provider's endpoints.
  ///   - settings: the client's registration, and what it requests.
  ///   - store: where credentials are saved.
  ///   - transport: sends the client's requests.
  ///   - clock: the clock for expiry and renewal.
  ///   - random: the source of `state`, `nonce` and code verifiers; by default the system's.
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

  /// The current state of the login.
  public var state: ClientState { machine.state }

  /// The state published last, available without `await`: for a view that renders now.
  public nonisolated var latestState: ClientState { subscribers.current }

  /// The current state and all later ones; each reader gets a separate sequence.
  public var states: AsyncStream<ClientState> { subscribers.subscribe() }

  /// Starts a login, and returns when it needs a browser or is over.
  ///
  /// In `authorizing`, an interactive start abandons the login whose page is open, and begins
  /// another.
  ///
  /// - Throws: `ClientError.illegalCall` in `fetchingToken`, and while an interactive start is in
  ///   progress; for an interactive start also in `authorized`, for a silent one in `authorizing`.
  public func start(_ mode: StartMode = .interactive) async throws(ClientError) {
    carryOut(try machine.start(mode))
    await settle()
  }

  /// Accepts the redirect from the browser, and returns when the login is over.
  ///
  /// If the provider refuses the login, this method doesn't throw; the state becomes `failed`.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`; `.notTheRedirect` for any URL but
  ///   the redirect URI.
  public func handleRedirect(_ redirect: Redirect) async throws(ClientError) {
    carryOut(try machine.handleRedirect(redirect))
    await settle()
  }

  /// Records that the login page couldn't be shown.
  ///
  /// - Throws: `ClientError.illegalCall` unless `authorizing`.
  public func handleFailure(_ reason: String) throws(ClientError) {
    carryOut(try machine.handleFailure(reason))
  }

  /// Ends a login that is in progress or has failed; in other states it does nothing.
  public func cancel(_ cancellation: ClientState.Cancellation = .byUser) {
    let before = machine.attempt
    machine.cancel(cancellation)
    if machine.attempt != before { stopWorking() }
    carryOut([])
  }

  /// Returns valid credentials, renewing them if needed.
  ///
  /// If the client hasn't started, or couldn't read the store, it reads the store first, as in a
  /// silent start. Callers share a renewal that is in progress. A cancelled caller stops waiting;
  /// the renewal continues for the others.
  ///
  /// ```swift runnable setup=kit
  /// let client = OAuthClient(
  ///   provider: .discovered(issuer: issuer),
  ///   settings: ClientSettings(
  ///     clientID: "travel-app",
  ///     redirectURI: URL(string: "com.example.travel:/login")!))
  /// do {
  ///   _ = try await client.credentials()
  /// } catch {
  ///   print(error)
  /// }
  /// ```
  ///
  /// ```output
  /// no user is logged in
  /// ```
  ///
  /// - Parameters:
  ///   - minimumLifetime: how long the credentials should stay valid, if the provider issues such.
  ///   - rejected: an access token or ID token that a server has just rejected. The client renews
  ///     once; if the provider returns the same token again, this throws `.expired`.
  /// - Throws: `ClientError.notLoggedIn` or `.expired`; `.storage` when the store can't be read;
  ///   the reason of a failed login; the reason of a failed renewal if the credentials have
  ///   expired.
  public func credentials(
    minimumLifetime: Duration = .zero, replacing rejected: String? = nil
  ) async throws(ClientError) -> Credentials {
    // Another renewal would return no other credentials than the first.
    var isRenewed = false
    var isRead = false
    while true {
      let demand = machine.demand(
        minimumLifetime: minimumLifetime.timeInterval, rejected: rejected, isRenewed: isRenewed,
        isUnread: storageProblem != nil && !isRead, now: clock.now)
      switch demand {
      case .ready(let credentials):
        // Return a token only once the store has it, so that the next start finds it.
        await storing?.value
        return credentials
      case .unavailable(let error, let effects):
        carryOut(effects)
        // Report a refusal only once the store has deleted what was refused.
        if case .failed = state { await storing?.value }
        if case .cancelled(.notLoggedIn) = state, let storageProblem {
          throw .storage(storageProblem)
        }
        throw error
      case .wait(let effects):
        carryOut(effects)
        isRenewed = isRenewed || machine.isRenewing
        isRead = isRead || machine.isBusy
        await nextChange()
        if Task.isCancelled { throw .cancelled }
      }
    }
  }

  // MARK: Waiting

  /// Waits until the login needs the user or is over, or the calling task is cancelled.
  private func settle() async {
    let attempt = machine.attempt
    while machine.isBusy, machine.attempt == attempt, !Task.isCancelled { await nextChange() }
    await storing?.value
    announce()
  }

  /// Waits for the next change; returns immediately when the calling task is cancelled.
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
