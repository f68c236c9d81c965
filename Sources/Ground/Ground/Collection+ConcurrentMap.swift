import Dispatch

/// How many elements `concurrentMap` works on at once.
public enum Concurrency {
  /// The number of workers; `nil` for one on each core.
  @TaskLocal public static var workers: Int?
}

extension RandomAccessCollection where Self: Sendable, Element: Sendable, Index == Int {
  /// Returns the results of a function for each element, in order, computed on all cores.
  ///
  /// It waits for them without giving up its thread, so it may be called while a lock is held.
  public func concurrentMap<Result: Sendable>(
    _ transform: @Sendable (Element) -> Result
  ) -> [Result] {
    // An iteration costs more than a small element.
    let step = Swift.max(1, Swift.min(8, count / 64))
    let steps = (count + step - 1) / step
    let workers = Concurrency.workers ?? steps
    return [Result](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      nonisolated(unsafe) let results = buffer
      DispatchQueue.concurrentPerform(iterations: Swift.min(workers, steps)) { worker in
        for number in stride(from: worker, to: steps, by: workers) {
          for offset in number * step..<Swift.min((number + 1) * step, count) {
            (results.baseAddress! + offset).initialize(to: transform(self[startIndex + offset]))
          }
        }
      }
      initializedCount = count
    }
  }
}
