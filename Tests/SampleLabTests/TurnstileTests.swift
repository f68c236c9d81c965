import Synchronization
import Testing

@testable import SampleLab

/// Who comes when several come at once.
@Suite struct TurnstileTests {
  /// What happened, in order.
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// A turnstile whose run comes to rest when these hold of the calls that have come, one after the
  /// other.
  private func turnstile(_ conditions: [@Sendable (Int) -> Bool]) -> Turnstile {
    let conditions = Mutex(conditions)
    return Turnstile { callCount in
      guard let isAtRest = conditions.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else {
        return
      }
      while !isAtRest(callCount()) {}
    }
  }

  private func rank(_ words: String..., isServers: Bool = false) -> Turnstile.Rank {
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
          await turnstile.enter(call, rank)
          log.add(name)
          await turnstile.leave(call)
          log.add("-" + name)
        }
      }
    }
    #expect(log.all == ["a", "-a", "b", "-b", "c", "-c"])
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
        await turnstile.enter(1, rank)
        for await _ in changes { break }
        await turnstile.leave(1)
        log.add("waited")
      }
      group.addTask { [rank = rank("PUT")] in
        await turnstile.enter(2, rank)
        change.yield()
        await turnstile.leave(2)
        log.add("changed")
      }
    }
    #expect(log.all == ["changed", "waited"])
  }

  @Test func whatServersAskGoesFirst() {
    let server = rank("Sync Gateway", "Provider", isServers: true)
    #expect(server < rank("Browser"))
    #expect(!(rank("Browser") < server))
    #expect(rank("Sample", "GET", "/a") < rank("Sample", "GET", "/b"))
  }

  #if os(Linux)
    @Test(arguments: [
      ("12 (docgen) R 1 2", true), ("12 (a b) c) D 1", true), ("12 (R) S 1", false),
      ("12 (docgen)", false), ("12 (x) Z 1", false),
    ])
    func readsWhetherAThreadIsAtWork(_ stat: String, _ isRunnable: Bool) throws {
      let thread = try #require(RunActivity.Thread(stat: stat, scheduling: "12 3 45\n"))
      #expect(
        thread == RunActivity.Thread(isRunnable: isRunnable, turns: 45, time: .nanoseconds(12)))
    }

    @Test func aThreadThatHasEndedIsNone() throws {
      #expect(RunActivity.Thread(stat: "", scheduling: "") == nil)
      #expect(RunActivity.Thread(stat: "12 (docgen", scheduling: "1 2 3\n") == nil)
      #expect(RunActivity.Thread(stat: "12 (docgen) R 1", scheduling: "")?.turns == 0)
    }

  #endif
}
