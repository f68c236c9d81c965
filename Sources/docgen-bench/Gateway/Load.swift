import Foundation

/// Several connections, each on a thread of its own, that ask for a number of requests altogether.
enum Load {
  /// How long it took until the last was answered; connections are open before the time begins.
  ///
  /// - Parameters:
  ///   - connections: how many ask at the same time.
  ///   - requests: how many requests each sends.
  ///   - request: the bytes of a connection's request by its number.
  static func run(
    port: UInt16, connections: Int, requests: Int, expecting status: Int,
    clock: any Clock<Duration>,
    request: @escaping @Sendable (_ connection: Int, _ number: Int) -> [UInt8]
  ) async throws -> Duration {
    let clients = try (0..<connections).map { _ in try LoopbackClient(port: port) }
    return try await clock.measure {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (index, client) in clients.enumerated() {
          nonisolated(unsafe) let client = client  // used by that one thread only
          group.addTask {
            try await BlockingWork.onThread {
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
