public import Foundation

/// The system's time plus the time by which the clock has been advanced, for servers whose clients
/// use the system's time.
public final class AdvancingClock: MovableClock {
  private static let origin = Date(timeIntervalSinceReferenceDate: 0)

  /// Shows by how much this clock is ahead, as the time since `origin`.
  private let lead = ManualClock(now: origin)

  /// Creates a clock that shows the system's time.
  public init() {}

  /// The system's time plus the lead.
  public var now: Date { Date() + lead.now.timeIntervalSince(Self.origin) }

  /// Moves the clock forward, for good.
  public func advance(by duration: Duration) { lead.advance(by: duration) }

  /// Waits until the clock shows `moment`: in real time, or until it is advanced.
  public func sleep(until moment: Date) async throws {
    while true {
      // Before the remaining time is computed, so that no change in between is missed.
      let nextLead = lead.now + 0.000_001
      let remaining = moment.timeIntervalSince(now)
      if remaining <= 0 { return }
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await Task.sleep(for: .seconds(remaining)) }
        group.addTask { [lead] in try await lead.sleep(until: nextLead) }
        try await group.next()
        group.cancelAll()
      }
    }
  }
}
