import Synchronization

/// A value that is made when it is first used, on any thread.
final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case made(Value)
    case unmade(@Sendable () -> Value)
  }

  private let state: Mutex<State>

  var value: Value {
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

  init(_ value: Value) { state = Mutex(.made(value)) }

  init(make: @escaping @Sendable () -> Value) { state = Mutex(.unmade(make)) }
}
