import Foundation
import Synchronization

/// Two functions at once, also within `concurrentMap`, which has no other core for a few long
/// elements.
public enum SideBySide {
  /// Returns the results of two functions, the second of which has a thread of its own.
  public static func results<First, Second: Sendable>(
    _ first: () -> First, _ second: @escaping @Sendable () -> Second
  ) -> (First, Second) {
    let result = start(second)
    return (first(), result())
  }

  /// Starts a function on a thread of its own.
  ///
  /// - Returns: a function to call once, which waits for the result.
  public static func start<Value: Sendable>(
    _ make: @escaping @Sendable () -> Value
  ) -> @Sendable () -> Value {
    let call = Call(make)
    Thread.detachNewThread { call.run() }
    return { call.value() }
  }

  /// Frees a value on a thread of its own, which takes time for one with many parts, unless the
  /// program ends before.
  ///
  /// - Parameter value: is freed if nothing else holds it.
  public static func free<Value: Sendable>(_ value: consuming Value) {
    let free = Free(consume value)
    Thread.detachNewThread { free.run() }
  }

  private final class Free<Value: Sendable>: Sendable {
    private let value: Mutex<Value?>

    init(_ value: consuming Value) { self.value = Mutex(consume value) }

    func run() { value.withLock { $0 = nil } }
  }

  private final class Call<Value: Sendable>: Sendable {
    private let make: Mutex<(@Sendable () -> Value)?>
    private let result = Mutex<Value?>(nil)
    private let isMade = DispatchSemaphore(value: 0)

    init(_ make: @escaping @Sendable () -> Value) { self.make = Mutex(make) }

    func run() {
      let value = takenFunction()()
      result.withLock { $0 = value }
      isMade.signal()
    }

    /// Returns the function, and forgets it, because what it holds may have to be gone before the
    /// thread is.
    private func takenFunction() -> @Sendable () -> Value {
      make.withLock { make in
        defer { make = nil }
        return make!
      }
    }

    func value() -> Value {
      isMade.wait()
      return result.withLock { $0! }
    }
  }
}
