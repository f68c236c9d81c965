import Clocks
import Foundation
import Synchronization

/// The system's time, and as far ahead of it as it has been told: other people's clients go by the
/// system's time, so the provider's cannot stand still.
final class AheadClock: WallClock {
  /// Set by commands, read by requests.
  private let seconds = Mutex(0)

  func advance(by more: Int) { seconds.withLock { $0 += more } }

  var now: Date { Date(timeIntervalSinceNow: Double(seconds.withLock { $0 })) }

  func sleep(until moment: Date) async throws {
    try await Task.sleep(for: .seconds(max(0, moment.timeIntervalSince(now))))
  }
}
