import Synchronization
import Testing

@testable import SampleLab

/// When a program's end comes.
extension TurnstileTests {
  /// What a program has sent is told before its end and not answered, and a call that waits for something
  /// isn't waited for; what was answered in between is luck, but for a stream's beginning.
  @Test(arguments: [true, false]) func theEndComesAfterAllThatWaits(_ isWhole: Bool) async {
    let log = Log()
    let turnstile = turnstile([
      { _ in true }, { $0 == 4 }, { $0 == 5 }, { _ in log.all.count == 2 }, { $0 == 6 },
      { _ in log.all.count == 4 },
    ])
    _ = await turnstile.enter(1, rank("waits for changes"))
    turnstile.end(sendsAnswers: false) { log.add("end") }
    await withDiscardingTaskGroup { group in
      for (call, name) in [(2, "b"), (3, "a")] {
        group.addTask { [rank = rank(name)] in
          _ = await turnstile.enter(call, rank)
          await turnstile.leave(call)
          log.add(name)
          log.add(turnstile.told(call, isWhole: isWhole) ? "sent" : "kept")
        }
      }
    }
    while log.all.last != "end" { await Task.yield() }
    #expect(log.all == ["a", "kept", "b", "kept", "end"])
    #expect(turnstile.hasNewlyLostOrder() == isWhole)
  }

  /// Where nothing is open there is nothing to wait for.
  @Test func theEndComesAtOnceWhenAllIsTold() async {
    let log = Log()
    let turnstile = turnstile([{ _ in true }, { _ in log.all == ["told"] }])
    _ = await turnstile.enter(1, rank("a"))
    await turnstile.leave(1)
    turnstile.end(sendsAnswers: true) { log.add("end") }
    log.add("told")
    #expect(turnstile.told(1, isWhole: false))
    while log.all.last != "end" { await Task.yield() }
    turnstile.end(sendsAnswers: true) { log.add("end") }
    #expect(log.all == ["told", "end", "end"])
    #expect(!turnstile.hasNewlyLostOrder())
  }

  /// What waits when a program ends might as well not have come.
  @Test func whatWaitsAtTheEndIsLuck() async {
    let log = Log()
    let turnstile = turnstile([{ _ in log.all == ["ends"] }, { _ in log.all.count == 2 }])
    let call = Task { [rank = rank("a")] in
      _ = await turnstile.enter(1, rank)
      await turnstile.leave(1)
      log.add("\(turnstile.told(1, isWhole: false))")
    }
    while turnstile.isIdle { await Task.yield() }
    turnstile.end(sendsAnswers: false) { log.add("end") }
    log.add("ends")
    await call.value
    while log.all.last != "end" { await Task.yield() }
    #expect(log.all == ["ends", "false", "end"])
    #expect(turnstile.hasNewlyLostOrder())
  }

  /// Who asks on and on in the background doesn't keep a program from its end.
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
    _ = await withTaskGroup { group in
      group.addTask { [rank = rank("first")] in await turnstile.enter(0, rank) }
      while turnstile.isIdle { await Task.yield() }
      turnstile.end(sendsAnswers: false) { log.add("end") }
      await group.waitForAll()
    }
    await turnstile.leave(0)
    for call in 1...110 {
      _ = await turnstile.enter(call, rank("a"))
      log.add("\(call)")
      await turnstile.leave(call)
      _ = turnstile.told(call, isWhole: false)
    }
    #expect(log.all.firstIndex(of: "end") == 99)
    #expect(turnstile.hasNewlyLostOrder())
  }

  /// What a server is at when a program ends that never rests is told as far as it happens to be.
  @Test(arguments: [true, false]) func anEndThatNeverRestsIsLuck(_ isCallOpen: Bool) async {
    let turnstile = Turnstile { _, _ in false }
    _ = await turnstile.enter(1, rank("a"))
    if !isCallOpen {
      await turnstile.leave(1)
      _ = turnstile.told(1, isWhole: true)
    }
    await withCheckedContinuation { ended in
      turnstile.end(sendsAnswers: false) { ended.resume() }
    }
    #expect(turnstile.hasNewlyLostOrder() == isCallOpen)
  }
}
