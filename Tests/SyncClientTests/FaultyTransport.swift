import DocgenTestSupport
import DocgenHTTPClient
import Foundation
import SyncGatewayMock
import Synchronization

/// A transport whose requests fail when a test says so, and that counts what it carries.
final class FaultyTransport: HTTPTransport {
  private struct State {
    var isOffline = false
    var random = SeededGenerator(seed: 0)
    var probability = 0.0
    var attempts = 0
    var faults = 0
    var failures = 0
    var bytesSent = 0
    var bytesReceived = 0
    var change: (path: String, body: @Sendable (inout [UInt8]) -> Void)?
  }

  private let inner = DefaultTransport()
  /// The gateway that breaks the connections.
  private let gateway: SyncGateway?
  /// Taken by all requests, which run at the same time.
  private let state = Mutex(State())

  init(to gateway: SyncGateway? = nil) { self.gateway = gateway }

  /// Lets no request through.
  var isOffline: Bool {
    get { state.withLock { $0.isOffline } }
    set { state.withLock { $0.isOffline = newValue } }
  }

  /// Lets the gateway fail requests with a probability: the connection is closed before or after
  /// the gateway has acted, or in the middle of its response, or the response is an error.
  func breakConnections(_ probability: Double, seed: UInt64) {
    state.withLock {
      $0.random = SeededGenerator(seed: seed)
      $0.probability = probability
    }
    if probability == 0 { gateway?.clearFaults() }
  }

  /// Changes the body of the next response to a request whose path ends in this way, as a proxy
  /// may.
  func changeNext(_ path: String, _ body: @escaping @Sendable (inout [UInt8]) -> Void) {
    state.withLock { $0.change = (path, body) }
  }

  /// How many requests were tried.
  var attempts: Int { state.withLock { $0.attempts } }
  /// The number of faults injected into the gateway, and of requests that failed for the client.
  var faults: (injected: Int, seen: Int) { state.withLock { ($0.faults, $0.failures) } }
  /// The bytes of all bodies so far.
  var bytesSent: Int { state.withLock { $0.bytesSent } }
  var bytesReceived: Int { state.withLock { $0.bytesReceived } }

  private func nextFault() -> GatewayFault? {
    state.withLock { state in
      state.attempts += 1
      guard Double.random(in: 0..<1, using: &state.random) < state.probability else { return nil }
      state.faults += 1
      switch Int.random(in: 0..<8, using: &state.random) {
      case 0, 1: return .droppedBefore
      case 2, 3, 4: return .droppedAfter
      case 5, 6: return .truncated(afterBytes: Int.random(in: 0..<300, using: &state.random))
      default: return .status(503)
      }
    }
  }

  private func change(_ body: inout [UInt8], of request: TransportRequest) {
    let change = state.withLock { state in
      let isDue = state.change.map { request.url.path.hasSuffix($0.path) } ?? false
      defer { if isDue { state.change = nil } }
      return isDue ? state.change?.body : nil
    }
    change?(&body)
  }

  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let fault = nextFault()
    if isOffline { throw .cannotConnect("the test is offline") }
    if let fault { gateway?.inject(fault) }
    do {
      var response = try await inner.send(request)
      change(&response.body, of: request)
      state.withLock {
        $0.bytesSent += request.body?.count ?? 0
        $0.bytesReceived += response.body.count
        if response.status == 503 { $0.failures += 1 }
      }
      return response
    } catch {
      state.withLock { $0.failures += 1 }
      throw error
    }
  }
}
