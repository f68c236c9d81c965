public import Clocks
public import Foundation
public import HTTPClient

/// Keeps a database and a database of a Sync Gateway alike, in one direction.
///
///     let pull = try Replication(.pull, of: database, with: gatewayURL, as: authenticator)
///     try await pull.run()
///
/// A one-shot replication transfers what there is and stops. A continuous one goes on, also after
/// the network was away; it runs until it is stopped, even if nobody holds it. Whatever is transferred twice, because an answer was lost, is stored once.
public actor Replication {
  /// Which way documents go.
  public enum Direction: String, Sendable, Hashable {
    /// To the gateway.
    case push
    /// From the gateway.
    case pull
  }

  /// What to transfer, and how.
  public struct Options: Sendable {
    /// The only channels to pull; `nil` for all that the user has.
    public var channels: [String]?
    /// Which documents to push; `nil` for all.
    ///
    /// It is asked for tombstones too, which have no properties.
    public var filter: (@Sendable (Document) -> Bool)?
    /// How many changes are looked at together.
    public var batchSize = 500
    /// How many revisions are fetched together.
    public var fetchSize = 100
    /// When to try again; `nil` for ever when continuous, else 8 times.
    public var retry: RetryPolicy?

    /// All documents.
    ///
    /// - Parameters:
    ///   - channels: the only channels to pull.
    ///   - filter: which documents to push.
    ///   - retry: when to try again.
    public init(
      channels: [String]? = nil, filter: (@Sendable (Document) -> Bool)? = nil,
      retry: RetryPolicy? = nil
    ) {
      self.channels = channels
      self.filter = filter
      self.retry = retry
    }
  }

  /// Which way documents go.
  public nonisolated let direction: Direction
  /// Whether it goes on when everything is transferred.
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
  /// Tells the present task from an earlier one that is still ending.
  private var starts = 0

  /// A replication, not started yet.
  ///
  /// - Parameters:
  ///   - direction: which way documents go.
  ///   - database: the database here.
  ///   - url: the database at the gateway's public port, such as `http://127.0.0.1:4984/travel`.
  ///   - authenticator: who replicates; the guest unless told.
  ///   - isContinuous: whether it goes on when everything is transferred.
  ///   - options: what to transfer, and how.
  ///   - transport: what carries the requests.
  ///   - clock: the time that waits are held against.
  ///   - random: makes waits differ from device to device.
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

  /// What it is doing, how far it has come, and what went wrong.
  public nonisolated var status: ReplicationStatus { board.status }

  /// The present status and all that follow; a follower that is a thousand behind misses the oldest.
  public nonisolated var statuses: AsyncStream<ReplicationStatus> { board.follow() }

  /// Starts it; does nothing while it runs.
  public func start() {
    if let task, !task.isCancelled { return }
    // One that was told to stop may not have done so yet.
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

  /// Stops it and waits until it has; what is transferred stays, the rest comes with the next start.
  public func stop() async {
    task?.cancel()
    await task?.value
  }

  /// Starts it and waits until it has stopped; a continuous one stops when the task is cancelled.
  ///
  /// - Returns: the status at the end.
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

  /// Tries again at once if it waits, such as when the network is back.
  public func retryNow() {
    retries.succeeded()
    nudges.raise(to: nudges.sequence + 1)
  }
}
