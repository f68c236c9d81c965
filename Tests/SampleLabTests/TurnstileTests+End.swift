import Synchronization
import Testing

@testable import SampleLab

/// When a program's end comes.
extension TurnstileTests {
  /// What a program has set going is told before its end; a call that waits for something isn't waited for.
  @Test func theEndComesAfterAllThatWaits() async {
    let log = Log()
    let turnstile = turnstile([
      { _ in true }, { $0 == 4 }, { $0 == 5 }, { _ in log.all.count == 1 }, { $0 == 6 },
      { _ in log.all.count == 2 },
    ])
    _ = await turnstile.enter(1, rank("waits for changes"))
    await withDiscardingTaskGroup { group in
      group.addTask {
        await withCheckedContinuation { ended in turnstile.end { ended.resume() } }
        log.add("end")
      }
      for (call, name) in [(2, "b"), (3, "a")] {
        group.addTask { [rank = rank(name)] in
          _ = await turnstile.enter(call, rank)
          await turnstile.leave(call)
          log.add(name)
        }
      }
    }
    #expect(log.all == ["a", "b", "end"])
    #expect(!turnstile.hasNewlyLostOrder())
  }

  /// Who asks again and again in the background doesn't keep a program from its end.
  @Test func theEndWaitsForSoManyCalls() async {
    let log = Log()
    let looks = Mutex(0)
    let turnstile = Turnstile { _, callCount in
      let look = looks.withLock { looks in
        looks += 1
        return looks
      }
      while callCount() <= look, !log.all.contains("end") {}
      return true
    }
    turnstile.end { log.add("end") }
    for call in 1...110 {
      _ = await turnstile.enter(call, rank("a"))
      log.add("\(call)")
      await turnstile.leave(call)
    }
    #expect(log.all.firstIndex(of: "end") == 100)
    #expect(turnstile.hasNewlyLostOrder())
  }

  /// What a server is at when a program ends that never rests is told as far as it happens to be.
  @Test(arguments: [true, false]) func anEndThatNeverRestsIsLuck(_ isCallOpen: Bool) async {
    let turnstile = Turnstile { _, _ in false }
    _ = await turnstile.enter(1, rank("a"))
    if !isCallOpen { await turnstile.leave(1) }
    await withCheckedContinuation { ended in turnstile.end { ended.resume() } }
    #expect(turnstile.hasNewlyLostOrder() == isCallOpen)
  }
}
