import Synchronization
import Testing

@testable import SampleLab

/// Who comes when several come at once.
@Suite struct TurnstileTests {
  /// What happened, in order.
  final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// A turnstile whose run comes to rest when these hold of the calls that have come, one after the
  /// other.
  func turnstile(_ conditions: [@Sendable (Int) -> Bool]) -> Turnstile {
    let conditions = Mutex(conditions)
    return Turnstile { _, callCount in
      guard let isAtRest = conditions.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return true
      }
      while !isAtRest(callCount()) {}
      return true
    }
  }

  func rank(_ words: String..., isServers: Bool = false) -> Turnstile.Rank {
    Turnstile.Rank(isServers: isServers, words: words)
  }

  @Test func letsInByNameAndOneAtATime() async {
    let log = Log()
    let turnstile = turnstile([
      { $0 == 3 }, { _ in log.all.count == 2 }, { _ in log.all.count == 4 },
    ])
    await withDiscardingTaskGroup { group in
      for (call, name) in ["c", "a", "b"].enumerated() {
        group.addTask { [rank = rank(name)] in
          _ = await turnstile.enter(call, rank)
          log.add(name)
          await turnstile.leave(call)
          log.add("-" + name)
        }
      }
    }
    #expect(log.all == ["a", "-a", "b", "-b", "c", "-c"])
  }

  /// A program that gave up a call before the next one has them come in this order, whatever their names.
  @Test(arguments: [true, false]) func whatComesBehindACallGivenUpComesAfterIt(
    _ isGivenUp: Bool
  ) async {
    let log = Log()
    let seen = Mutex(0)
    let turnstile = turnstile([
      { count in
        seen.withLock { $0 = count }
        return count == 2
      }
    ])
    @Sendable func call(_ number: Int, _ rank: Turnstile.Rank) async {
      _ = await turnstile.enter(number, rank)
      log.add(rank.words[0])
      await turnstile.leave(number)
    }
    let first = Task { [rank = rank("z")] in await call(1, rank) }
    while seen.withLock({ $0 }) < 1 { await Task.yield() }
    if isGivenUp { first.cancel() }
    await call(2, rank("a"))
    await first.value
    #expect(log.all == (isGivenUp ? ["z", "a"] : ["a", "z"]))
    // A little earlier it would not have come at all.
    #expect(turnstile.hasNewlyLostOrder() == isGivenUp)
  }

  /// What a server asks goes first all the same.
  @Test func whatAServerAsksComesBeforeWhatIsGivenUp() async {
    let log = Log()
    let turnstile = turnstile([
      { _ in true },
      { count in
        if count == 2, log.all.isEmpty { log.add("waits") }
        return count == 3
      },
    ])
    _ = await turnstile.enter(1, rank("a"))
    let waiting = Task { [rank = rank("b")] in
      _ = await turnstile.enter(2, rank)
      log.add("b")
      await turnstile.leave(2)
    }
    while log.all.isEmpty { await Task.yield() }
    waiting.cancel()
    _ = await turnstile.enter(3, rank("c", isServers: true))
    log.add("c")
    await turnstile.leave(3)
    await turnstile.leave(1)
    await waiting.value
    #expect(log.all == ["waits", "c", "b"])
  }

  /// When a client gives up is a matter of time.
  @Test func whatIsGivenUpBesideOthersIsNotInOrder() async {
    let log = Log()
    let turnstile = turnstile([
      { count in
        if count == 2, log.all.isEmpty { log.add("two wait") }
        return count == 3
      }
    ])
    let calls = ["a", "b"].enumerated().map { number, name in
      Task { [rank = rank(name)] in
        _ = await turnstile.enter(number, rank)
        await turnstile.leave(number)
      }
    }
    while log.all.isEmpty { await Task.yield() }
    calls[0].cancel()
    _ = await turnstile.enter(2, rank("c"))
    await turnstile.leave(2)
    for call in calls { await call.value }
    #expect(turnstile.hasNewlyLostOrder())
  }

  /// A wait for changes is let in, then the change; the change is answered first.
  @Test func answersLeaveFromTheInside() async {
    let log = Log()
    let turnstile = turnstile([
      { $0 == 2 }, { _ in true }, { $0 == 4 }, { _ in log.all == ["changed"] },
    ])
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    await withDiscardingTaskGroup { group in
      group.addTask { [rank = rank("GET")] in
        _ = await turnstile.enter(1, rank)
        for await _ in changes { break }
        await turnstile.leave(1)
        log.add("waited")
      }
      group.addTask { [rank = rank("PUT")] in
        _ = await turnstile.enter(2, rank)
        change.yield()
        await turnstile.leave(2)
        log.add("changed")
      }
    }
    #expect(log.all == ["changed", "waited"])
  }

  /// Two that nobody can tell apart, and a third call between which none of them gets ahead; a server
  /// asks for the sake of each, and is answered meanwhile.
  @Test func whoIsAlikeKeepsStep() async {
    let log = Log()
    let turnstile = turnstile([
      { $0 == 3 }, { $0 == 4 }, { $0 == 5 }, { $0 == 6 }, { $0 == 7 }, { $0 == 8 }, { $0 == 9 },
      { _ in log.all.last == "-2" }, { _ in log.all.last == "-1" },
    ])
    let server = rank("Gateway", isServers: true)
    await withDiscardingTaskGroup { group in
      for (call, name) in [(3, "z"), (2, "a"), (1, "a")] {
        var rank = rank(name)
        rank.details = ["\(call)"]
        group.addTask { [rank] in
          let pass = await turnstile.enter(call, rank)
          log.add("\(call) in round \(pass.round)")
          if name == "a" {
            _ = await turnstile.enter(call + 10, server)
            await turnstile.leave(call + 10)
            log.add("\(call) asked")
          }
          await turnstile.leave(call)
          log.add("-\(call)")
        }
      }
    }
    #expect(
      log.all == [
        "1 in round 1", "1 asked", "2 in round 1", "2 asked", "-2", "-1", "3 in round 4", "-3",
      ])
  }

  /// Who sends one after the other is waited for less, until a call comes while another is let in.
  @Test func tellsWhoIsLonely() async {
    let told = Mutex<[Bool]>([])
    let turnstile = Turnstile { isLonely, _ in
      told.withLock { $0.append(isLonely) }
      return true
    }
    for call in 1...101 {
      _ = await turnstile.enter(call, rank("a"))
      if call < 101 { await turnstile.leave(call) }
    }
    _ = await turnstile.enter(102, rank("a"))
    #expect(told.withLock { $0 } == Array(repeating: false, count: 100) + [true, false])
    #expect(!turnstile.hasNewlyLostOrder())
  }

  /// A run that never rests has its calls let in as they come, which is told once for each program; of
  /// a single one, and what a server asks for its sake, there is nothing to tell.
  @Test func tellsThatLuckDecided() async {
    let turnstile = Turnstile { _, _ in false }
    var told: [Bool] = []
    for program in 1...2 {
      _ = await turnstile.enter(10 * program, rank("a"))
      _ = await turnstile.enter(10 * program + 1, rank("b", isServers: true))
      await turnstile.leave(10 * program + 1)
      told.append(turnstile.hasNewlyLostOrder())
      _ = await turnstile.enter(10 * program + 2, rank("c"))
      told += [turnstile.hasNewlyLostOrder(), turnstile.hasNewlyLostOrder()]
      await turnstile.leave(10 * program + 2)
      await turnstile.leave(10 * program)
      turnstile.programEnded()
    }
    #expect(told == [false, true, false, false, true, false])
  }

  /// The next program has places of its own.
  @Test func anotherProgramIsCountedAnew() async {
    let turnstile = turnstile([])
    var places: [Int] = []
    for call in 1...4 {
      if call == 3 { turnstile.programEnded() }
      places.append(await turnstile.enter(call, rank("a")).place)
      await turnstile.leave(call)
    }
    #expect(places == [1, 2, 1, 2])
  }

  @Test func whatServersAskGoesFirst() {
    let server = rank("Sync Gateway", "Provider", isServers: true)
    #expect(server < rank("Browser"))
    #expect(!(rank("Browser") < server))
    #expect(rank("Sample", "GET", "/a") < rank("Sample", "GET", "/b"))
  }
}
