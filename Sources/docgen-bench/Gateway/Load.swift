import Foundation

/// Several connections, each on a separate thread, that send requests.
enum Load {
  /// Returns the time until the last response; connections are open before the time begins.
  ///
  /// - Parameters:
  ///   - connections: the number of concurrent connections.
  ///   - requests: the number of requests on each.
  ///   - request: returns the bytes of a connection's request by its number.
  static func run(
    port: UInt16, connections: Int, requests: Int, expecting status: Int,
    request: @escaping @Sendable (_ connection: Int, _ number: Int) -> [UInt8]
  ) async throws -> Duration {
    let clients = try (0..<connections).map { _ in try LoopbackClient(port: port) }
    return try await ContinuousClock().measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, client) in clients.enumerated() {
          nonisolated(unsafe) let client = client  // used by that one thread only
          group.addTask {
            try await BlockingCall.onThread {
              for number in 0..<requests {
                let got = try client.ask(request(index, number))
                guard got == status else {
                  throw BenchFailure(description: "answered with \(got), not \(status)")
                }
              }
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }
}
