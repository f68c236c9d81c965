#if os(Linux)
  import Testing

  @testable import SampleLab

  /// What the system says of a run's threads.
  @Suite struct RunActivityTests {
    @Test(arguments: [
      ("12 (docgen) R 1 2", true), ("12 (a b) c) D 1", true), ("12 (R) S 1", false),
      ("12 (docgen)", false), ("12 (x) Z 1", false),
    ])
    func readsWhetherAThreadIsAtWork(_ stat: String, _ isRunnable: Bool) throws {
      let thread = try #require(
        RunActivity.Thread(
          stat: stat, scheduling: "12 3 45\n",
          status: "Name:\tR\nvoluntary_ctxt_switches:\t67\nnonvoluntary_ctxt_switches:\t8\n"))
      var expected = RunActivity.Thread(
        isRunnable: isRunnable, turns: 45, time: .nanoseconds(12))
      if isRunnable { expected.sleeps = 67 }
      #expect(thread == expected)
    }

    @Test func aThreadThatHasEndedIsNone() throws {
      #expect(RunActivity.Thread(stat: "", scheduling: "", status: "") == nil)
      #expect(RunActivity.Thread(stat: "12 (docgen", scheduling: "1 2 3\n", status: "") == nil)
      let thread = try #require(
        RunActivity.Thread(stat: "12 (docgen) R 1", scheduling: "", status: ""))
      #expect(thread.turns == 0 && thread.sleeps == nil)
    }
  }
#endif
