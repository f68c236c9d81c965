import Foundation
import Synchronization

/// Waits until a run has come to rest, as far as that can be seen: at several looks in a row it was
/// not at work.
///
/// A run in which a thread works on and on is given up by the processor time that this takes, which
/// doesn't depend on what else the machine does nor on how many programs begin at once, and by the
/// clock at last. The next time less is waited for it.
final class RunRest: Sendable {
  /// What the busiest thread may take before the run is given up.
  private let patience = Mutex(RunRest.fullPatience)
  /// As much as it takes the languages' own programs to start.
  private static let fullPatience = Duration.milliseconds(100)
  private static let leastPatience = Duration.milliseconds(5)

  /// Returns when the run has come to rest.
  ///
  /// - Parameter callCount: how many calls and answers have come so far; with another one the wait
  ///   begins anew. So it does with other threads and connections.
  func wait(callCount: @Sendable () -> Int) {
    let patience = patience.withLock { $0 }
    let begin = ContinuousClock.now
    var (first, calls) = (RunActivity(), callCount())
    var (last, quietLooks, news) = (first, 0, 0)
    while quietLooks < 5, last.longestWork(since: first) < patience,
      ContinuousClock.now - begin < .seconds(3)
    {
      usleep(1000)
      let now = RunActivity()
      quietLooks = now.isAtWork(since: last) ? 0 : quietLooks + 1
      // Who starts programs all the time doesn't keep calls waiting.
      let hasNews = now.hasNews(since: last) && news < 100
      last = now
      if hasNews { news += 1 }
      if hasNews || calls != callCount() { (first, calls, quietLooks) = (now, callCount(), 0) }
    }
    let isAtRest = quietLooks == 5
    self.patience.withLock { patience in
      patience = isAtRest ? Self.fullPatience : max(Self.leastPatience, patience / 2)
    }
  }
}
