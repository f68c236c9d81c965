import Clocks
import Foundation

/// Changes as they come (`generateChanges`, rest/changes_api.go).
struct ChangesFeed: Sendable {
  let request: ChangesRequest
  /// The reader's name; `nil` for the administrator.
  let reader: String?
  let database: GatewayDatabase
  let clock: any WallClock

  /// What a feed has to tell.
  enum Event: Sendable {
    /// Changes, in order.
    case rows([ChangeRow])
    /// All changes are sent and the feed begins to wait, or it is time for a sign of life.
    case idle
  }

  /// Most rows of one event, as in the original.
  private static let batch = 20

  /// Sends changes until the limit is reached, the time is over, the database goes offline or
  /// the task is cancelled.
  ///
  /// - Parameter endsWithRows: whether the first rows are the last ones, as for a longpoll.
  func run(endsWithRows: Bool, _ send: (Event) async -> Void) async {
    var request = request
    var patience = Patience(request, now: clock.now)
    while !Task.isCancelled {
      // Read before the rows: a change in between is seen at once.
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
      patience.reset(now: clock.now)
      while await database.isIdle(since: sequence) {
        await Self.wait(for: database, after: sequence, until: patience.nextMoment, clock)
        if Task.isCancelled { return }
        switch patience.check(now: clock.now) {
        case .over: return
        case .signOfLife: await send(.idle)
        case .wait: continue
        }
      }
      if database.state != .online { return }
    }
  }

  /// Waits for a change or a moment, whichever comes first.
  private static func wait(
    for database: GatewayDatabase, after sequence: Int, until deadline: Date,
    _ clock: any WallClock
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await database.waitForSequence(after: sequence) }
      group.addTask { try? await clock.sleep(until: deadline) }
      await group.next()
      group.cancelAll()
    }
  }

  /// How long a feed goes on without changes.
  private struct Patience {
    private let heartbeat: Double
    private let timeout: Double
    private var nextBeat: Date
    private var deadline: Date

    enum Verdict {
      case wait, signOfLife, over
    }

    init(_ request: ChangesRequest, now: Date) {
      heartbeat = request.heartbeat
      timeout = request.timeout
      nextBeat = heartbeat > 0 ? now + heartbeat : .distantFuture
      deadline = .distantFuture
      reset(now: now)
    }

    /// After something has been sent the timeout begins anew; with a heartbeat there is none.
    mutating func reset(now: Date) {
      deadline = heartbeat > 0 || timeout <= 0 ? .distantFuture : now + timeout
    }

    var nextMoment: Date { min(nextBeat, deadline) }

    mutating func check(now: Date) -> Verdict {
      if now >= deadline { return .over }
      guard now >= nextBeat else { return .wait }
      // Beats that were missed are not made up for.
      while nextBeat <= now { nextBeat += heartbeat }
      return .signOfLife
    }
  }
}
