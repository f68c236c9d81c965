import DocgenClocks
import Foundation
import Testing

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
