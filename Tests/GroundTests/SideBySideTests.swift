import DocgenGround
import Foundation
import Synchronization
import Testing

struct SideBySideTests {
  @Test func runsBothAtOnce() {
    let (one, two) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    // Each waits for the other, also where all cores are taken.
    let results = Array(0..<4).concurrentMap { number in
      SideBySide.results(
        {
          one.signal()
          return (number, two.wait(timeout: .now() + 60))
        },
        {
          two.signal()
          return one.wait(timeout: .now() + 60)
        })
    }
    #expect(results.map(\.0.0) == [0, 1, 2, 3])
    #expect(results.allSatisfy { $0.0.1 == .success && $0.1 == .success })
  }

  /// What a function holds may have to be gone once it has returned, such as a site that isn't in
  /// its place.
  @Test func forgetsTheFunctionBeforeItsResultIsThere() {
    for _ in 0..<1_000 {
      weak var held: Held?
      do {
        let value = Held()
        held = value
        _ = SideBySide.results({}, { [value] in withExtendedLifetime(value) {} })
      }
      #expect(held == nil)
    }
  }

  @Test func freesAValueOnAnotherThread() {
    let current = Thread.current
    for _ in 0..<100 {
      let isFreed = DispatchSemaphore(value: 0)
      let thread = Mutex<ObjectIdentifier?>(nil)
      let value = Held {
        thread.withLock { $0 = ObjectIdentifier(Thread.current) }
        isFreed.signal()
      }
      SideBySide.free(consume value)
      #expect(isFreed.wait(timeout: .now() + 60) == .success)
      #expect(thread.withLock(\.self) != ObjectIdentifier(current))
    }
  }

  private final class Held: Sendable {
    private let onDeinit: @Sendable () -> Void

    init(onDeinit: @escaping @Sendable () -> Void = {}) { self.onDeinit = onDeinit }

    deinit { onDeinit() }
  }
}
