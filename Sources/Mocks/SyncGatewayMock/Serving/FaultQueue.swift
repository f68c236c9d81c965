import DocgenMockHTTP
import Synchronization

/// The faults that are waiting for requests.
final class FaultQueue: Sendable {
  private struct Armed {
    let fault: GatewayFault
    let pattern: RequestPattern
    let port: GatewayFault.Port
    var times: Int
  }

  /// Written by the test's thread and the tasks of all requests.
  private let armed = Mutex<[Armed]>([])

  var count: Int { armed.withLock { $0.reduce(0) { $0 + $1.times } } }

  func clear() { armed.withLock { $0 = [] } }

  func add(
    _ fault: GatewayFault, into pattern: RequestPattern, on port: GatewayFault.Port, times: Int
  ) {
    guard times > 0 else { return }
    armed.withLock { $0.append(Armed(fault: fault, pattern: pattern, port: port, times: times)) }
  }

  /// Removes and returns the fault of a request: the one that has waited longest.
  func dequeue(method: String, path: @autoclosure () -> String, isAdmin: Bool) -> GatewayFault? {
    armed.withLock { armed in
      guard !armed.isEmpty else { return nil }
      let path = path()
      let index = armed.firstIndex { candidate in
        candidate.port != (isAdmin ? .publicPort : .adminPort)
          && candidate.pattern.matches(method: method, path: path)
      }
      guard let index else { return nil }
      armed[index].times -= 1
      return armed[index].times == 0 ? armed.remove(at: index).fault : armed[index].fault
    }
  }
}
