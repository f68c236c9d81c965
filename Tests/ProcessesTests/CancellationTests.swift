import DocgenProcesses
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
