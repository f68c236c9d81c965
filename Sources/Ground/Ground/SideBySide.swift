import Foundation
import Synchronization

/// Two functions at once, also within `concurrentMap`, which has no other core for a few long elements.
public enum SideBySide {
  /// Returns the results of two functions, the second of which has a thread of its own.
  public static func results<First, Second: Sendable>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let result = Result<Second>()
    Thread.detachNewThread {
      let value = second()
      result.value.withLock { $0 = value }
      result.isMade.signal()
    }
    let own = first()
    result.isMade.wait()
    return (own, result.value.withLock { $0! })
  }

  private final class Result<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
    let isMade = DispatchSemaphore(value: 0)
  }
}
