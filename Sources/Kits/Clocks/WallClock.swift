public import Foundation
import Synchronization

/// A clock, passed in so that nothing reads the system's time directly.
public protocol WallClock: Sendable {
  /// The current time.
  var now: Date { get }

  /// Waits until `now` reaches `moment`, or throws when the task is cancelled.
  func sleep(until moment: Date) async throws
}

/// A clock that a test can move forward.
public protocol MovableClock: WallClock {
  /// Moves the clock forward and resumes every task whose wake-up time has passed.
  func advance(by duration: Duration)
}

/// The system's clock, for servers and apps.
public struct SystemClock: WallClock {
  /// Creates the clock.
  public init() {}

  /// The system's current time.
  public var now: Date { Date() }

  /// Waits in real time.
  public func sleep(until moment: Date) async throws {
    try await Task.sleep(for: .seconds(max(0, moment.timeIntervalSinceNow)))
  }
}

/// A clock that moves only when it is advanced, for samples and tests.
public final class ManualClock: MovableClock {
  /// The time at which every sample starts: Unix time 2,000,000,000, which is 2033-05-18T03:33:20Z.
  ///
  /// It is in the future, so a cookie that expires by this clock is still valid for an HTTP client
  /// that uses the system's clock.
  public static let start = Date(timeIntervalSince1970: 2_000_000_000)

  private struct Sleeper {
    let moment: Date
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now: Date
    var nextID = 0
    var sleepers: [Int: Sleeper] = [:]
    var cancelled: Set<Int> = []
  }

  /// Guards the time and the sleeping tasks; locked from any task.
  private let state: Mutex<State>

  /// Creates a clock that shows `now`.
  public init(now: Date = ManualClock.start) {
    state = Mutex(State(now: now))
  }

  /// The time that the clock shows.
  public var now: Date { state.withLock { $0.now } }

  /// Moves the clock forward and resumes every task whose wake-up time has passed.
  public func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration / .seconds(1)
      let due = state.sleepers.filter { $0.value.moment <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.moment < $1.moment }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until the clock has been advanced to `moment`.
  public func sleep(until moment: Date) async throws {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<Void, any Error>? = state.withLock { state in
          if state.cancelled.remove(id) != nil { return .failure(CancellationError()) }
          if moment <= state.now { return .success(()) }
          state.sleepers[id] = Sleeper(moment: moment, continuation: continuation)
          return nil
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        let sleeper = state.sleepers.removeValue(forKey: id)
        // The task was cancelled before it started waiting; this prevents the start.
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// The number of tasks that are waiting; tests poll it instead of sleeping.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
