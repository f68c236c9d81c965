import DocgenClocks
import Foundation

/// A feed that sends changes as they happen (`generateChanges`, rest/changes_api.go).
struct ChangesFeed: Sendable {
  let request: ChangesRequest
  /// The reader's name; `nil` for the administrator.
  let reader: String?
  let database: GatewayDatabase
  let clock: any WallClock

  /// An event of the feed.
  enum Event: Sendable {
    /// Changes, in order.
    case rows([ChangeRow])
    /// All changes are sent and the feed begins to wait, or a heartbeat is due.
    case idle
  }

  /// The maximum number of rows in an event, as in the original.
  private static let batch = 20

  /// Sends changes until the limit is reached, the timeout is over, the database goes offline or
  /// the task is cancelled.
  ///
  /// - Parameter endsWithRows: whether the feed ends after the first rows, as for a longpoll.
  func run(endsWithRows: Bool, _ send: (Event) async -> Void) async {
    var request = request
    var limits = WaitLimits(request, now: clock.now)
    while !Task.isCancelled {
      // Read before the rows, so that a change in between ends the wait below.
      let sequence = await database.lastSequence
      guard let rows = try? await database.changes(request, for: reader) else { return }
      for start in stride(from: 0, to: rows.count, by: Self.batch) {
        await send(.rows(Array(rows[start..<min(start + Self.batch, rows.count)])))
      }
      if let last = rows.last {
        if endsWithRows { return }
        request.since = last.sequence
        if request.limit > 0 {
          request.limit -= rows.count
          if request.limit <= 0 { return }
        }
      }
      await send(.idle)
      limits.reset(now: clock.now)
      while await database.isIdle(since: sequence) {
        await Self.wait(for: database, after: sequence, until: limits.nextMoment, clock: clock)
        if Task.isCancelled { return }
        switch limits.check(now: clock.now) {
        case .over: return
        case .heartbeat: await send(.idle)
        case .wait: continue
        }
      }
      if database.state != .online { return }
    }
  }

  /// Waits for a change or a moment, whichever comes first.
  private static func wait(
    for database: GatewayDatabase, after sequence: Int, until deadline: Date,
    clock: any WallClock
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await database.waitForSequence(after: sequence) }
      group.addTask { try? await clock.sleep(until: deadline) }
      await group.next()
      group.cancelAll()
    }
  }

  /// The time that a feed waits without changes.
  private struct WaitLimits {
    private let heartbeat: Double
    private let timeout: Double
    private var nextBeat: Date
    private var deadline: Date

    enum Verdict {
      case wait, heartbeat, over
    }

    init(_ request: ChangesRequest, now: Date) {
      heartbeat = request.heartbeat
      timeout = request.timeout
      nextBeat = heartbeat > 0 ? now + heartbeat : .distantFuture
      deadline = .distantFuture
      reset(now: now)
    }

    /// Restarts the timeout after something has been sent; with a heartbeat there is no timeout.
    mutating func reset(now: Date) {
      deadline = heartbeat > 0 || timeout <= 0 ? .distantFuture : now + timeout
    }

    var nextMoment: Date { min(nextBeat, deadline) }

    mutating func check(now: Date) -> Verdict {
      if now >= deadline { return .over }
      guard now >= nextBeat else { return .wait }
      // Missed heartbeats are not sent later.
      while nextBeat <= now { nextBeat += heartbeat }
      return .heartbeat
    }
  }
}
