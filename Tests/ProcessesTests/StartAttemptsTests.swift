import Foundation
import Testing

@testable import DocgenProcesses

/// A system that is full for a moment is no reason for a sample to fail.
@Suite struct StartAttemptsTests {
  private static let full = ChildProcess.Failure(code: EAGAIN)

  @Test func aFullSystemIsAskedAgain() async throws {
    var attempts = 0
    let result = try await SystemProcesses.retryWhileFull(pause: {}) {
      attempts += 1
      if attempts < 5 { throw Self.full }
      return "started"
    }
    #expect(result == "started")
    #expect(attempts == 5)
  }

  @Test func itIsNotAskedForEver() async {
    var attempts = 0
    let error = await #expect(throws: ChildProcess.Failure.self) {
      try await SystemProcesses.retryWhileFull(pause: {}) {
        attempts += 1
        throw Self.full
      }
    }
    #expect(error?.code == EAGAIN)
    #expect(attempts == SystemProcesses.attempts)
  }

  @Test func whatWaitingDoesNotMendFailsAtOnce() async {
    var attempts = 0
    let error = await #expect(throws: ChildProcess.Failure.self) {
      try await SystemProcesses.retryWhileFull(pause: {}) {
        attempts += 1
        throw ChildProcess.Failure(code: ENOENT)
      }
    }
    #expect(error?.code == ENOENT)
    #expect(attempts == 1)
  }

  @Test func whoIsNotWantedAnyMoreDoesNotWait() async {
    await #expect(throws: CancellationError.self) {
      try await SystemProcesses.retryWhileFull(pause: { throw CancellationError() }) {
        throw Self.full
      }
    }
  }
}
