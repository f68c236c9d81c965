public import DocgenClocks
public import DocgenHTTPClient
public import Foundation

/// Synchronises a database with a database of a Sync Gateway, in one direction.
///
/// A one-shot replication transfers all changes and stops. A continuous one goes on, also after a
/// network failure; it runs until it is stopped, even without references to it. A change that is
/// transferred twice, because a response was lost, is stored once.
///
/// ```swift runnable setup=kit
/// let database = try Database()
/// try await database.save(["title": "Lisbon"], as: "trip-1")
///
/// let push = Replication(.push, of: database, with: gateway)
/// let status = try await push.run()
/// print(status.completed, "of", status.total)
/// ```
///
/// ```output
/// 1 of 1
/// ```
public actor Replication {
  /// The direction of a replication.
  public enum Direction: String, Sendable, Hashable {
    /// To the gateway.
    case push
    /// From the gateway.
    case pull
  }

  /// The settings of a replication: which documents it transfers, and how.
  public struct Options: Sendable {
    /// The only channels to pull; `nil` for all of the user's.
    public var channels: [String]?
    /// Decides which documents to push; `nil` for all.
    ///
    /// Also called for tombstones, which have no properties.
    public var filter: (@Sendable (Document) -> Bool)?
    /// The number of changes per request.
    var batchSize = 500
    /// The number of revisions to fetch per request.
    var fetchSize = 100
    /// The retry policy; `nil` for no limit when continuous, otherwise 8 attempts.
    public var retry: RetryPolicy?

    /// Creates options; by default they transfer all documents.
    ///
    /// - Parameters:
    ///   - channels: the only channels to pull.
    ///   - filter: decides which documents to push.
    ///   - retry: the retry policy.
    public init(
      channels: [String]? = nil, filter: (@Sendable (Document) -> Bool)? = nil,
      retry: RetryPolicy? = nil
    ) {
      self.channels = channels
      self.filter = filter
      self.retry = retry
    }
  }

  /// The direction.
  public nonisolated let direction: Direction
  /// Whether the replication continues when everything is transferred.
  public nonisolated let isContinuous: Bool

  let database: Database
  let gateway: GatewayConnection
  let options: Options
  let clock: any WallClock
  let random: RandomSource
  let board = StatusBoard()
  /// Raised by `retryNow`.
  let nudges = ChangeSignal(sequence: 0)
  var retries: RetryPlan
  private var task: Task<Void, Never>?
  /// The number of starts; distinguishes the current task from an earlier one that is still ending.
  private var starts = 0

  /// Creates a replication, not started yet.
  ///
  /// - Parameters:
  ///   - direction: the direction.
  ///   - database: the local database.
  ///   - url: the database on the gateway's public port, such as `http://127.0.0.1:4984/travel`.
  ///   - authenticator: provides the credentials; by default the guest.
  ///   - isContinuous: whether the replication continues when everything is transferred.
  ///   - options: what to transfer, and how.
  ///   - transport: sends the requests.
  ///   - clock: the clock for retries and session expiry.
  ///   - random: makes the delays of retries differ between devices.
  public init(
    _ direction: Direction, of database: Database, with url: URL,
    as authenticator: any Authenticator = GuestAuthenticator(), isContinuous: Bool = false,
    options: Options = Options(), transport: any HTTPTransport = DefaultTransport(),
    clock: any WallClock = SystemClock(), random: RandomSource = RandomSource()
  ) {
    self.direction = direction
    self.isContinuous = isContinuous
    self.database = database
    self.options = options
    self.clock = clock
    self.random = random
    gateway = GatewayConnection(
      database: url, authenticator: authenticator, transport: transport, clock: clock)
    retries = RetryPlan(options.retry ?? RetryPolicy(attempts: isContinuous ? nil : 8))
  }

  /// The current activity, the progress, and the last error.
  public nonisolated var status: ReplicationStatus { board.status }

  /// The current status and all later ones; a reader that falls a thousand behind misses the
  /// oldest.
  public nonisolated var statuses: AsyncStream<ReplicationStatus> { board.follow() }

  /// Starts the replication; does nothing while it runs.
  public func start() {
    if let task, !task.isCancelled { return }
    // A cancelled task may still be running.
    let previous = task
    starts += 1
    task = Task { [start = starts] in
      await previous?.value
      retries.succeeded()
      board.update { status in
        status = ReplicationStatus()
        status.activity = .connecting
      }
      let error = await replicate()
      if start == starts { task = nil }
      board.update { status in
        status.activity = .stopped
        status.lastError = error
      }
    }
  }

  /// Stops the replication and waits for its end; the next start transfers the rest.
  public func stop() async {
    task?.cancel()
    await task?.value
  }

  /// Starts the replication and waits for its end; cancelling the task stops a continuous one.
  ///
  /// While the gateway is unreachable, a one-shot replication retries for two to four minutes if
  /// connections fail at once, and for up to 13 if they time out. For another limit, set `retry` in
  /// the options; for the state meanwhile, read `statuses`.
  ///
  /// - Returns: the final status.
  /// - Throws: the status's `lastError`; `CancellationError`.
  @discardableResult
  public func run() async throws -> ReplicationStatus {
    start()
    let running = task
    await withTaskCancellationHandler {
      await running?.value
    } onCancel: {
      running?.cancel()
    }
    try Task.checkCancellation()
    if let error = status.lastError { throw error }
    return status
  }

  /// Retries immediately if the replication is waiting, such as when the network is back.
  public func retryNow() {
    retries.succeeded()
    nudges.raise(to: nudges.sequence + 1)
  }
}
