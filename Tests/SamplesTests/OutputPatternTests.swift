import DocgenTestSupport
import Testing

@testable import DocgenSamples

@Suite struct OutputPatternTests {
  @Test(arguments: [
    (["a", "b"], ["a", "b"], true),
    (["a", "b"], ["a", "b", ""], true),
    (["a  "], ["a"], true),
    (["a"], ["a\r"], true),
    (["a"], ["b"], false),
    (["a"], ["a", "b"], false),
    ([], [""], true),
    (["…"], [], true),
    (["…"], ["a", "b"], true),
    (["a", "…", "d"], ["a", "b", "c", "d"], true),
    (["a", "…", "d"], ["a", "d"], true),
    (["a", "  … ", "d"], ["a", "d", "e"], false),
    (["…", "b", "…", "b"], ["b", "a", "b"], true),
    (["…", "b", "…", "b"], ["a", "b"], false),
    (["a … b"], ["a … b"], true),
    (["a … b"], ["a x b"], false),
    (["id <…> end"], ["id 4711 end"], true),
    (["id <…> end"], ["id  end"], true),
    (["id <…> end"], ["id end"], false),
    (["<…>"], ["anything"], true),
    (["<…>a<…>"], ["bab"], true),
    (["<…>a<…>a"], ["ba"], false),
    (["aa<…>aa"], ["aaa"], false),
    (["<…>", "b"], ["b"], false),
  ])
  func matches(_ expected: [String], _ printed: [String], _ isMatch: Bool) {
    #expect(OutputPattern(expected).matches(printed) == isMatch)
    #expect(OutputDiff(expected: expected, printed: printed).description.isEmpty == isMatch)
  }

  @Test(.timeLimit(.minutes(20))) func wildcardsStayCheap() {
    let expected = Array(repeating: ["…", "a"], count: 200).flatMap { $0 } + ["b"]
    #expect(!OutputPattern(expected).matches(Array(repeating: "a", count: 4000)))
    let line = String(repeating: "<…>a", count: 500) + "b"
    #expect(!OutputPattern([line]).matches([String(repeating: "a", count: 20_000)]))
  }

  @Test func differenceShowsOnlyWhatDiffers() {
    let printed = (1...20).map { "line \($0)" }
    var expected = printed
    expected[9] = "line ten"
    expected.remove(at: 15)
    #expect(
      OutputDiff(expected: expected, printed: printed).description == """
        --- expected
        +++ printed
        @@ -7,12 +7,13 @@
         line 7
         line 8
         line 9
        -line ten
        +line 10
         line 11
         line 12
         line 13
         line 14
         line 15
        +line 16
         line 17
         line 18
         line 19
        """)
  }

  /// As GNU's `diff -U3` heads them.
  @Test(arguments: [
    ("", "a b", ["@@ -0,0 +1,2 @@"]), ("a b", "", ["@@ -1,2 +0,0 @@"]), ("a", "b", ["@@ -1 +1 @@"]),
    ("a b c d e f", "a b c d e g", ["@@ -3,4 +3,4 @@"]),
    ("a b c d", "a b c d e", ["@@ -2,3 +2,4 @@"]),
    ("x b c d e f g h i j y", "1 b c d e f g h i j 2", ["@@ -1,4 +1,4 @@", "@@ -8,4 +8,4 @@"]),
  ])
  func hunksSayWhereTheyAre(_ expected: String, _ printed: String, _ headers: [String]) {
    let lines = [expected, printed].map { $0.split(separator: " ").map(String.init) }
    let difference = OutputDiff(expected: lines[0], printed: lines[1]).description
    #expect(
      difference.split(separator: "\n").map(String.init).filter { $0.hasPrefix("@@") } == headers)
  }

  @Test func longOutputsAreComparedLineByLine() {
    let expected = (1...3000).map { "line \($0)" }
    var printed = expected
    printed[2499] = "another"
    let difference = OutputDiff(expected: expected, printed: printed).description
    #expect(difference.contains("-line 2500\n+another"))
    #expect(difference.split(separator: "\n").count == 11)
  }
}
