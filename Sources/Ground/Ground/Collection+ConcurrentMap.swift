import Dispatch
import Synchronization

extension RandomAccessCollection where Self: Sendable, Element: Sendable, Index == Int {
  /// Returns the results of a function for each element, in order, computed on all cores.
  ///
  /// It waits for them without giving up its thread, so it may be called while a lock is held.
  public func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    concurrentMap(transform, beside: {}).results
  }

  /// Returns the results of a function for each element, in order, and that of other work on one core,
  /// which begins first.
  public func concurrentMap<Result: Sendable, Other: Sendable>(
    _ transform: @Sendable (Element) -> Result, beside work: @Sendable () -> Other
  ) -> (results: [Result], other: Other) {
    // An iteration costs more than a small element.
    let step = 8
    let other = Mutex<Other?>(nil)
    let results = [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: 1 + (count + step - 1) / step) { iteration in
        if iteration == 0 {
          let result = work()
          return other.withLock { $0 = result }
        }
        let start = (iteration - 1) * step
        for offset in start..<Swift.min(start + step, count) {
          (results.baseAddress! + offset).initialize(to: transform(self[startIndex + offset]))
        }
      }
      initializedCount = count
    }
    return (results, other.withLock { $0! })
  }
}
