import Dispatch

extension RandomAccessCollection where Self: Sendable, Element: Sendable, Index == Int {
  /// Returns the results of a function for each element, in order, computed on all cores.
  ///
  /// It waits for them without giving up its thread, so it may be called while a lock is held.
  public func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    // An iteration costs more than a small element.
    let step = 8
    return [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: (count + step - 1) / step) { part in
        for offset in part * step..<Swift.min(part * step + step, count) {
          (results.baseAddress! + offset).initialize(to: transform(self[startIndex + offset]))
        }
      }
      initializedCount = count
    }
  }
}
