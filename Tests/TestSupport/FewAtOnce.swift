import Synchronization
public import Testing

/// Runs a test only while few others run, so that hundreds of tests don't use thousands of sockets
/// and threads at the same time, and each test ends soon after it began.
public struct FewAtOnce: TestTrait, SuiteTrait, TestScoping {
  /// Whether a suite applies the trait to its tests.
  public var isRecursive: Bool { true }

  /// Waits for a slot, runs the test, and releases the slot to the test that has waited longest.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    await FewAtOnce.slots.acquire()
    defer { FewAtOnce.slots.release() }
    try await function()
  }

  /// Only test cases use a slot: a suite with a slot would wait for its own tests.
  public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
    testCase == nil ? nil : self
  }

  /// As many slots as keep two cores busy while most tests wait for a response.
  private static let slots = Slots(8)
}

extension Trait where Self == FewAtOnce {
  /// Runs a test only while few others run.
  public static var fewAtOnce: Self { FewAtOnce() }
}

/// A limited number of slots, which tests acquire in the order in which they asked.
private final class Slots: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Changed by the threads on which tests begin and end.
  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func acquire() async {
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

  func release() {
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
