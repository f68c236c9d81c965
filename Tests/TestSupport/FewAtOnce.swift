import Synchronization
public import Testing

/// Runs a test only while few others run, so that hundreds of tests don't hold thousands of sockets
/// and threads at the same time, and each is done soon after it began.
public struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
  /// A suite hands it on to its tests.
  public var isRecursive: Bool { true }

  /// Waits for a place, runs the test, and gives the place to whoever waits longest.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await FewAtOnce.places.take()
    defer { FewAtOnce.places.giveBack() }
    try await function()
  }

  /// Only what runs takes a place: a suite that took one would wait for its own tests.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// As many as keep two cores busy while most of them wait for an answer.
  private static let places = Places(8)
}

extension Trait where Self == FewAtOnce {
  /// Runs a test only while few others run.
  public static var fewAtOnce: Self { FewAtOnce() }
}

/// A number of places that tests take and give back, in the order in which they asked.
private final class Places: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Taken by whichever threads the tests begin and end on.
  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
