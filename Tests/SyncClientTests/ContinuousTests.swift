import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import DocgenTestSupport
import Foundation
import SyncGatewayMock
import Testing

@testable import SyncClient

@Suite(.fewAtOnce) struct ContinuousTests {
  /// Follows a replication until its status is as wanted.
  private func wait(
    for replication: Replication, until isReached: (ReplicationStatus) -> Bool
  ) async throws {
    for await status in replication.statuses {
      if isReached(status) { return }
      try #require(status.activity != .stopped || status.lastError == nil, "\(status)")
    }
  }

  @Test func bothWaysUntilStopped() async throws {
    try await Gateway.run { gateway in
      let (one, two) = (try Database(), try Database())
      let replications = [
        gateway.replication(.push, one, isContinuous: true, clock: gateway.clock),
        gateway.replication(.pull, one, isContinuous: true, clock: gateway.clock),
        gateway.replication(.push, two, isContinuous: true, clock: gateway.clock),
        gateway.replication(.pull, two, isContinuous: true, clock: gateway.clock),
      ]
      for replication in replications { await replication.start() }
      for replication in replications { try await wait(for: replication) { $0.activity == .idle } }
      // Each answers the other, through the gateway.
      var document = try await one.save(["n": 0], as: "ball")
      for number in 1...6 {
        let there = number.isMultiple(of: 2) ? one : two
        for try await change in there.changes(since: 0)
        where change.revision == document.revision { break }
        document = try await there.save(
          ["n": .integer(number)], as: "ball", replacing: document.revision)
      }
      for try await change in two.changes(since: 0) where change.revision == document.revision {
        break
      }
      try await #expect(two.document("ball")?["n"] == 6)
      for replication in replications {
        await replication.stop()
        #expect(replication.status.activity == .stopped)
        #expect(replication.status.lastError == nil)
      }
    }
  }

  @Test func offlineAndBack() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      let clock = ManualClock()
      let options = Replication.Options(
        retry: RetryPolicy(first: .seconds(10), longest: .seconds(40)))
      let push = gateway.replication(
        .push, database, isContinuous: true, options: options, clock: clock)
      await push.start()
      try await wait(for: push) { $0.activity == .idle }
      gateway.transport.isOffline = true
      try await database.save(["n": 1], as: "a")
      try await wait(for: push) { $0.activity == .offline }
      #expect(push.status.lastError?.isTransient == true)
      // It waits in the clock's time, not in ours; longer each time.
      for _ in 0..<5 {
        try await clock.waitForSleeper()
        let attempts = gateway.transport.attempts
        clock.advance(by: .seconds(40))
        try await wait(for: push) {
          $0.activity == .offline && gateway.transport.attempts > attempts
        }
      }
      // Told that the network is back, it doesn't wait.
      try await clock.waitForSleeper()
      gateway.transport.isOffline = false
      await push.retryNow()
      try await wait(for: push) { $0.activity == .idle && $0.completed == 1 }
      #expect(push.status.lastError == nil)
      try await #expect(gateway.mock.document("a", in: "db") != nil)
      await push.stop()
    }
  }

  @Test func aOneShotGivesUpAfterItsTries() async throws {
    try await Gateway.run(profiles: [.v1_5]) { gateway in
      gateway.transport.isOffline = true
      let pull = gateway.replication(
        .pull, try Database(), options: .init(retry: RetryPolicy(attempts: 4)))
      let error = await #expect(throws: SyncError.self) { try await pull.run() }
      #expect(error?.isTransient == true)
      #expect(gateway.transport.attempts == 5)
      // 1, 2, 4 and 8 seconds, of each up to half taken away.
      let waits = gateway.jumps.waits
      #expect(waits.count == 4)
      for (wait, full) in zip(waits, [1.0, 2, 4, 8]) { #expect((full / 2...full).contains(wait)) }
      // It can be started again.
      gateway.transport.isOffline = false
      try await pull.run()
      #expect(pull.status.lastError == nil)
    }
  }

  @Test func aSessionThatRunsOutMeanwhile() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      let admin = gateway.mock.adminURL
      let session = try await SessionTests.openSession(admin, "alice")
      let push = gateway.replication(
        .push, database, as: SessionAuthenticator(session), isContinuous: true)
      await push.start()
      try await wait(for: push) { $0.activity == .idle }
      gateway.clock.advance(by: .seconds(3_601))
      try await database.save([:], as: "a")
      for await status in push.statuses where status.activity == .stopped { break }
      #expect(push.status.lastError?.status == 401)
      // What was not sent is sent by the next one.
      let next = SessionAuthenticator(try await SessionTests.openSession(admin, "alice"))
      try await #expect(gateway.replication(.push, database, as: next).run().total == 1)
    }
  }

  @Test func onlyTheChannelsAskedForWhileItRuns() async throws {
    try await Gateway.run { gateway in
      let database = try Database()
      let pull = gateway.replication(
        .pull, database, isContinuous: true, options: .init(channels: ["a"]))
      await pull.start()
      try await wait(for: pull) { $0.activity == .idle }
      try await gateway.mock.put(["channels": ["b"]], id: "b", in: "db")
      try await gateway.mock.put(["channels": ["a"]], id: "a", in: "db")
      for try await change in database.changes(since: 0) {
        #expect(change.id == "a")
        break
      }
      try await #expect(database.documentIDs() == ["a"])
      await pull.stop()
    }
  }

  /// A start that comes while it is still stopping counts.
  @Test func stoppingAndStartingAgainAtOnce() async throws {
    try await Gateway.run(profiles: [.v2_8]) { gateway in
      let pull = gateway.replication(.pull, try Database(), isContinuous: true)
      for _ in 0..<5 {
        await pull.start()
        try await wait(for: pull) { $0.activity != .stopped }
        // One that is asked to stop and one that waits for that, then another start.
        let stopping = Task { await pull.stop() }
        await pull.start()
        await stopping.value
        await pull.start()
        try await wait(for: pull) { $0.activity == .idle }
        await pull.stop()
        #expect(pull.status.activity == .stopped)
      }
    }
  }

  /// Wherever it is stopped, it stops, and the next run does the rest.
  @Test func stoppingAnywhere() async throws {
    try await Gateway.run(profiles: [.v2_8]) { gateway in
      let (here, there) = (try Database(), try Database())
      for number in 0..<60 { try await here.save(["n": .integer(number)], as: "\(number)") }
      var options = Replication.Options()
      options.batchSize = 10
      options.fetchSize = 3
      for (direction, database) in [(Replication.Direction.push, here), (.pull, there)] {
        for round in 0..<12 {
          let replication = gateway.replication(
            direction, database, isContinuous: round.isMultiple(of: 2), options: options)
          await replication.start()
          // A number of requests later, which differs from round to round.
          let seen = gateway.transport.attempts
          while gateway.transport.attempts < seen + round,
            replication.status.activity != .stopped,
            replication.status.activity != .idle
          { await Task.yield() }
          await replication.stop()
          #expect(replication.status.activity == .stopped)
          #expect(replication.status.lastError == nil)
        }
        try await gateway.replication(direction, database, options: options).run()
      }
      try await #expect(there.documentCount == 60)
      try await #expect(there.lastSequence == 60)
    }
  }

  @Test func cancellingTheTaskThatRunsIt() async throws {
    try await Gateway.run(profiles: [.v1_5]) { gateway in
      let pull = gateway.replication(.pull, try Database(), isContinuous: true)
      let task = Task { try await pull.run() }
      try await wait(for: pull) { $0.activity == .idle }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(pull.status.activity == .stopped)
    }
  }

  @Test func statusesBeginWithThePresentOneAndEndWithTheLast() async throws {
    try await Gateway.run(profiles: [.v1_5]) { gateway in
      let database = try Database()
      for number in 0..<5 { try await database.save([:], as: "\(number)") }
      let push = gateway.replication(.push, database)
      let statuses = push.statuses
      try await push.run()
      var seen: [ReplicationStatus] = []
      for await status in statuses {
        seen.append(status)
        if status.activity == .stopped, seen.count > 1 { break }
      }
      #expect(seen.map(\.activity) == [.stopped, .connecting, .active, .active, .stopped])
      #expect(seen.map(\.completed) == [0, 0, 0, 5, 5])
      #expect(seen.map(\.total) == [0, 0, 5, 5, 5])
    }
  }
}

extension ManualClock {
  /// Returns once a task waits for the clock.
  func waitForSleeper() async throws {
    while sleeperCount == 0 {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}
