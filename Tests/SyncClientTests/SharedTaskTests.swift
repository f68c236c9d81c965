import DocgenTestSupport
import Synchronization
import Testing

@testable import SyncClient

struct SharedTaskTests {
  struct Failed: Error {}

  /// A task that ends when a test opens the gate.
  final class Gate: Sendable {
    private let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let runs = Log<Int>()
    let cancellations = Log<Int>()

    func open() { continuation.yield() }

    func work() async throws -> Int {
      runs.add(1)
      for await _ in stream { return runs.entries.count }
      cancellations.add(1)
      throw CancellationError()
    }
  }

  @Test func oneRunServesAllWhoWait() async throws {
    let (joined, gate) = (SharedTask<Int>(), Gate())
    let tasks = (0..<10).map { _ in Task { try await joined.value(gate.work) } }
    while joined.waiterCount < 10 { await Task.yield() }
    gate.open()
    for task in tasks { try await #expect(task.value == 1) }
    // The next call starts another task.
    gate.open()
    try await #expect(joined.value(gate.work) == 2)
  }

  @Test func errorsReachAll() async throws {
    let (joined, gate) = (SharedTask<Int>(), Gate())
    let tasks = (0..<3).map { _ in
      Task {
        try await joined.value {
          _ = try await gate.work()
          throw Failed()
        }
      }
    }
    while joined.waiterCount < 3 { await Task.yield() }
    gate.open()
    for task in tasks { await #expect(throws: Failed.self) { try await task.value } }
  }

  @Test func whoIsCancelledLeavesAndTheOthersStay() async throws {
    let (joined, gate) = (SharedTask<Int>(), Gate())
    let tasks = (0..<3).map { _ in Task { try await joined.value(gate.work) } }
    while joined.waiterCount < 3 { await Task.yield() }
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    #expect(gate.cancellations.entries.isEmpty)
    gate.open()
    try await #expect(tasks[0].value == 1)
    try await #expect(tasks[2].value == 1)
  }

  @Test func theLastToLeaveCancelsTheWork() async throws {
    let (joined, gate) = (SharedTask<Int>(), Gate())
    let tasks = (0..<3).map { _ in Task { try await joined.value(gate.work) } }
    while joined.waiterCount < 3 { await Task.yield() }
    for task in tasks { task.cancel() }
    for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
    while gate.cancellations.entries.isEmpty { await Task.yield() }
    #expect(gate.runs.entries.count == 1)
    // A later caller doesn't see that.
    let fresh = Gate()
    fresh.open()
    try await #expect(joined.value(fresh.work) == 1)
  }

  /// Callers that come, leave and end in any order: each gets a result.
  @Test(arguments: 1...20) func anyOrder(_ seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let joined = SharedTask<Int>()
    var tasks: [Task<Int, any Error>] = []
    for _ in 0..<60 {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: tasks.randomElement(using: &random)?.cancel()
      case 1: await Task.yield()
      default:
        let turns = Int.random(in: 0..<5, using: &random)
        tasks.append(
          Task {
            try await joined.value {
              for _ in 0..<turns {
                await Task.yield()
                try Task.checkCancellation()
              }
              return turns
            }
          })
      }
    }
    for task in tasks {
      switch await task.result {
      case .success(let turns): #expect((0..<5).contains(turns))
      case .failure(let error): #expect(error is CancellationError && task.isCancelled)
      }
    }
    #expect(joined.waiterCount == 0)
  }
}
