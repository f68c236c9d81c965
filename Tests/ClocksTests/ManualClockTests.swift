import DocgenClocks
import Foundation
import Testing

@Suite struct ManualClockTests {
  @Test func standsStillUntilAdvanced() {
    let clock = ManualClock()
    #expect(clock.now.timeIntervalSince1970 == 2_000_000_000)
    clock.advance(by: .milliseconds(1_500))
    #expect(clock.now.timeIntervalSince1970 == 2_000_000_001.5)
  }

  @Test func wakesSleepersWhoseMomentHasCome() async throws {
    let clock = ManualClock()
    let early = Task { try await clock.sleep(until: clock.now + 10) }
    let late = Task { try await clock.sleep(until: ManualClock.start + 20) }
    while clock.sleeperCount < 2 { await Task.yield() }
    clock.advance(by: .seconds(10))
    try await early.value
    #expect(clock.sleeperCount == 1)
    clock.advance(by: .seconds(10))
    try await late.value
    try await clock.sleep(until: clock.now)
  }

  @Test func letsCancelledSleepersGo() async throws {
    let clock = ManualClock()
    let task = Task { try await clock.sleep(until: clock.now + 10) }
    while clock.sleeperCount < 1 { await Task.yield() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.sleeperCount == 0)
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(until: clock.now + 10)
    }
    await #expect(throws: CancellationError.self) { try await before.value }
  }

  @Test func seededRandomnessRepeats() {
    let first = RandomSource(seed: 5)
    let second = RandomSource(seed: 5)
    #expect(first.hex(bytes: 20) == second.hex(bytes: 20))
    #expect(first.bytes(8) == second.bytes(8))
    #expect(RandomSource(seed: 6).hex(bytes: 20) != RandomSource(seed: 5).hex(bytes: 20))
    #expect(RandomSource().bytes(16) != RandomSource().bytes(16))
    #expect(first.hex(bytes: 20).count == 40)
  }
}

/// The system's time, and a lead.
@Suite(.timeLimit(.minutes(5))) struct AdvancingClockTests {
  @Test func keepsItsLead() {
    let clock = AdvancingClock()
    let before = Date()
    #expect(clock.now >= before)
    clock.advance(by: .seconds(86_400))
    clock.advance(by: .seconds(60))
    #expect(clock.now >= before + 86_460)
    #expect(clock.now <= Date() + 86_461)
  }

  /// An hour of real time would be over the limit.
  @Test func advancingEndsWaiting() async throws {
    let clock = AdvancingClock()
    let moment = clock.now + 3_600
    let waiting = Task { try await clock.sleep(until: moment) }
    for _ in 0..<60 {
      await Task.yield()
      clock.advance(by: .seconds(61))
    }
    try await waiting.value
    #expect(clock.now >= moment)
  }

  @Test func waitsInRealTimeToo() async throws {
    let clock = AdvancingClock()
    let moment = clock.now + 0.01
    try await clock.sleep(until: moment)
    #expect(clock.now >= moment)
  }

  @Test func aCancelledTaskStopsWaiting() async {
    let clock = AdvancingClock()
    let waiting = Task { try await clock.sleep(until: clock.now + 3_600) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
