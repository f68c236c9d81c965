import Testing

@testable import Samples

/// Which of the places that a shell and its subshells tell is the one that counts.
@Suite struct ShellFailuresTests {
  @Test(arguments: [
    // The first shell's own word, then that of a subshell that it waits for.
    (["over /12 5:::cat"], 5), (["at /12 7:::exec sleep 60"], 7),
    (["over 12.3/15 8:::cat", "awaited 17", "awaited 15", "over /12 5:::cat"], 8),
    (["over /12 5:::cat", "over 12.3/15 8:::cat"], 5),
    // A subshell of a subshell; the first of two.
    (["at 12.3/15 7:::a", "at 15.4/16 8:::b", "awaited 15 16", "over /12 5:::cat"], 8),
    (["at 12.4/15 7:::a", "at 12.3/16 8:::b", "awaited 15 16", "over /12 5:::cat"], 8),
    (["at 12.3/15 9:::a", "at 12.3/16 8:::b", "awaited 15 16", "over /12 5:::cat"], 8),
    // A stop is replaced by the next, or by none, or by the end.
    (["at 12.3/15 7:::a", "at 12.3/15 8:::b", "awaited 15", "over /12 5:::cat"], 8),
    (["at 12.3/15 7:::a", "at 12.3/15 ", "awaited 15", "over /12 5:::cat"], 5),
    (["at 12.3/15 7:::a", "over 12.3/15 8:::b", "awaited 15", "over /12 5:::cat"], 8),
    (["at /12 ", "over /12 "], nil), ([], nil), (["over", "at 1", "awaited x"], nil),
  ])
  func waiting(_ lines: [String], _ line: Int?) {
    #expect(failures(lines).waiting?.line == line)
  }

  @Test(arguments: [
    (["line /12.4 5:::false"], 5), (["line /12.4 5:::false", "on 12"], nil),
    (["line 12.3/15.5 4:::false", "line /12.3 3:::x=$(false)"], 4),
    (["line 12.2/15.5 4:::false", "line /12.3 3:::x=$(false)"], 3),
    (["line 12.3/15.5 4:::false", "on 15", "line /12.3 3:::x=$(false)"], 3),
    (["line 15.5/16.7 4:::false", "line 12.3/15.5 9:::y", "line /12.3 3:::z"], 4),
    (["at 12.3/15 4:::ls", "line /12.3 5:::( ls )"], 4), (["line /12.3 5:::( ls )"], 5),
    (["at 12.3/15 4:::ls", "line /12.3 5:::x=$(ls)"], 5),
    // A program may say anything.
    (["line 15.5/16.7 4:::a", "line 16.7/15.5 4:::b", "line /15.5 6:::c"], 4),
    (["line 12.3/15.5 4:::false"], nil), (["line", "on", "line 1"], nil),
  ])
  func failure(_ lines: [String], _ line: Int?) {
    #expect(failures(lines).failure?.line == line)
  }

  private func failures(_ lines: [String]) -> ShellFailures {
    var failures = ShellFailures()
    for line in lines {
      let words = line.split(separator: " ", maxSplits: 1)
      failures.add(words[0], words.count > 1 ? words[1] : "")
    }
    return failures
  }
}
