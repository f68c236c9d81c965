public import Foundation
import Synchronization

/// The time that the mocks live by; never read from the system behind their backs.
public protocol WallClock: Sendable {
  /// The present moment.
  var now: Date { get }

  /// Returns once `now` has reached a moment, or throws when the task is cancelled.
  func sleep(until moment: Date) async throws
}

/// The system's time, for mocks that run as servers.
public struct SystemClock: WallClock {
  /// The system's clock.
  public init() {}

  /// The system's present moment.
  public var now: Date { Date() }

  /// Waits in real time.
  public func sleep(until moment: Date) async throws {
    try await Task.sleep(for: .seconds(max(0, moment.timeIntervalSinceNow)))
  }
}

/// Time that stands still until it is advanced, for samples and tests.
public final class ManualClock: WallClock {
  /// Where every sample begins: Unix time 2,000,000,000, which is 2033-05-18T03:33:20Z.
  ///
  /// It lies in the future, so that cookies that expire by this clock are still fresh for an HTTP
  /// client that goes by the system's.
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

  /// Guards the time and those who wait for it; taken by any task.
  private let state: Mutex<State>

  /// A clock that stands at a moment.
  public init(now: Date = ManualClock.start) {
    state = Mutex(State(now: now))
  }

  /// The moment the clock stands at.
  public var now: Date { state.withLock { $0.now } }

  /// Moves the clock forward and wakes everybody whose moment has come.
  public func advance(by duration: Duration) {
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    let due = state.withLock { state in
      state.now += seconds
      let due = state.sleepers.filter { $0.value.moment <= state.now }
      for id in due.keys { state.sleepers[id] = nil }
      return due.values.sorted { $0.moment < $1.moment }
    }
    for sleeper in due { sleeper.continuation.resume() }
  }

  /// Waits until the clock has been advanced to a moment.
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
        // Cancelled before it began to wait: it must not begin at all.
        if sleeper == nil { state.cancelled.insert(id) }
        return sleeper
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
    state.withLock { _ = $0.cancelled.remove(id) }
  }

  /// How many tasks wait for a later moment; tests wait for it instead of sleeping.
  public var sleeperCount: Int { state.withLock { $0.sleepers.count } }
}
