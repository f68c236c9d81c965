import Foundation
import Synchronization

/// Waits until a run has come to rest, as far as that can be seen: at several looks in a row it was
/// not at work.
///
/// A run in which a thread works on and on is given up by the processor time that this takes, which
/// doesn't depend on what else the machine does nor on how many programs begin at once. The next time
/// less is waited for it. By the clock it is given up as well, so that no program is late for want of
/// rest.
final class RunRest: Sendable {
  private struct Patience {
    /// What the busiest thread may take before the run is given up.
    var work = fullWork
    /// At how many looks there may be new threads and connections.
    var news = fullNews
    /// For how long the program may still be waited for.
    var time: Duration
  }

  private let patience: Mutex<Patience>
  private let files = Mutex(KernelFiles())
  private let waitLimit: Duration
  /// As much as it takes the languages' own programs to start.
  private static let fullWork = Duration.milliseconds(100)
  private static let leastWork = Duration.milliseconds(5)
  /// Who starts programs all the time doesn't keep calls waiting.
  private static let (fullNews, leastNews) = (300, 5)
  private static let longestWait = Duration.seconds(3)

  /// - Parameter waitLimit: for how long all waits of a program may last together.
  init(waitLimit: Duration) {
    self.waitLimit = waitLimit
    patience = Mutex(Patience(time: waitLimit))
  }

  /// Begins to count anew, with another program.
  func programEnded() { patience.withLock { $0 = Patience(time: waitLimit) } }

  /// Returns when the run has come to rest, or is given up.
  ///
  /// - Parameters:
  ///   - isLonely: whether one request came after the other so far, so that hardly any comes beside this
  ///     one; then it is looked less often.
  ///   - callCount: how many calls and answers have come so far; with another one the wait begins anew.
  ///     So it does with other threads and connections.
  /// - Returns: whether it has come to rest.
  func wait(isLonely: Bool, callCount: @Sendable () -> Int) -> Bool {
    let patience = patience.withLock { $0 }
    guard patience.time > .zero else { return false }
    let wantedLooks = isLonely ? 2 : 5
    let end = ContinuousClock.now + min(patience.time, Self.longestWait)
    let begin = ContinuousClock.now
    var (first, calls) = (look(), callCount())
    var (last, quietLooks, news, pause) = (first, 0, 0, Self.shortestPause)
    while quietLooks < wantedLooks, news < patience.news,
      last.longestWork(since: first) < patience.work, ContinuousClock.now < end
    {
      usleep(pause)
      let now = look()
      let isAtWork = now.isAtWork(since: last)
      quietLooks = isAtWork ? 0 : quietLooks + 1
      // Who works for long is looked at less often, for that takes processor time too.
      pause = isAtWork ? min(2 * pause, Self.longestPause) : Self.shortestPause
      let hasNews = now.hasNews(since: last)
      last = now
      if hasNews { news += 1 }
      if hasNews || calls != callCount() { (first, calls, quietLooks) = (now, callCount(), 0) }
    }
    let isAtRest = quietLooks == wantedLooks
    self.patience.withLock { patience in
      patience.work = isAtRest ? Self.fullWork : max(Self.leastWork, patience.work / 2)
      patience.news = news < patience.news ? Self.fullNews : max(Self.leastNews, patience.news / 2)
      patience.time = max(.zero, patience.time - (ContinuousClock.now - begin))
    }
    return isAtRest
  }

  private func look() -> RunActivity { files.withLock { RunActivity(reading: &$0) } }

  /// Microseconds between two looks.
  private static let (shortestPause, longestPause): (UInt32, UInt32) = (1000, 4000)
}
