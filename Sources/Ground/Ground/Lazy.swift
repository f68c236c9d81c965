import Synchronization

/// A value that is made when it is first used, on any thread.
public final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case made(Value)
    case unmade(@Sendable () -> Value)
  }

  private let state: Mutex<State>

  /// The value.
  public var value: Value {
    state.withLock { state in
      switch state {
      case .made(let value): return value
      case .unmade(let make):
        let value = make()
        state = .made(value)
        return value
      }
    }
  }

  /// Creates a value that is made already.
  public init(_ value: Value) { state = Mutex(.made(value)) }

  /// Creates a value from a function, which is called at most once.
  public init(make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }
}
