@testable import DocgenProcesses
import DocgenTestSupport
import Foundation
import Synchronization
import Testing

/// Who is not wanted any more ends at once, with all that came of it.
@Suite(.fewAtOnce) struct CancellationTests {
  @Test(arguments: [false, true]) func aProcessEndsWithItsTask(_ isSupervised: Bool) async throws {
    let seconds = Sleeper.seconds()
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    var command = Command(
      .run, executable: "/bin/sh",
      arguments: ["sh", "-c", "sleep \(seconds) & echo begun; wait"],
      environment: ["PATH": "/usr/bin:/bin"], directory: "/", timeout: 500)
    command.isSupervised = isSupervised
    let isThere = Mutex(false)
    let work = Task { [command] in
      defer { end.finish() }
      return try await SystemProcesses().run(command) { _ in
        let isAlive = (try? Sleeper.isAlive(seconds)) ?? false
        isThere.withLock { $0 = isAlive }
        end.finish()
      }
    }
    for await _ in ends {}
    work.cancel()
    await #expect(throws: CancellationError.self) { _ = try await work.value }
    #expect(isThere.withLock { $0 })
    #expect(try !Sleeper.isAlive(seconds))
  }

  @Test func nothingIsStartedForATaskThatIsOver() async throws {
    let work = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await SystemProcesses().run(
        Command(
          .run, executable: "/nowhere", arguments: ["nowhere"], environment: [:], directory: "/"))
    }
    work.cancel()
    await #expect(throws: CancellationError.self) { _ = try await work.value }
  }
}

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
