import Foundation
import Testing

@testable import Samples

/// A system that is full for a moment is no reason for a sample to fail.
@Suite struct StartAttemptsTests {
  private static let full = StartAttempts.Failure(code: EAGAIN)

  @Test func aFullSystemIsAskedAgain() async throws {
    var attempts = 0
    let result = try await StartAttempts(pause: {}).run {
      attempts += 1
      if attempts < 5 { throw Self.full }
      return "started"
    }
    #expect(result == "started")
    #expect(attempts == 5)
  }

  @Test func itIsNotAskedForEver() async {
    var attempts = 0
    let error = await #expect(throws: StartAttempts.Failure.self) {
      try await StartAttempts(pause: {}).run {
        attempts += 1
        throw Self.full
      }
    }
    #expect(error?.code == EAGAIN)
    #expect(attempts == StartAttempts.limit)
  }

  @Test func whatWaitingDoesNotMendFailsAtOnce() async {
    var attempts = 0
    let error = await #expect(throws: StartAttempts.Failure.self) {
      try await StartAttempts(pause: {}).run {
        attempts += 1
        throw StartAttempts.Failure(code: ENOENT)
      }
    }
    #expect(error?.code == ENOENT)
    #expect(attempts == 1)
  }

  @Test func whoIsNotWantedAnyMoreDoesNotWait() async {
    await #expect(throws: CancellationError.self) {
      try await StartAttempts(pause: { throw CancellationError() }).run { throw Self.full }
    }
  }
}
