import DocgenTestSupport
import Testing

@testable import docgen_bench

@Suite(.fewAtOnce) struct BenchArgumentsTests {
  private let known = ["samples", "pages", "lab"]

  @Test func runsEverythingUnlessTold() throws {
    #expect(try BenchArguments([], known: known).names == known)
    #expect(try BenchArguments(["lab", "pages"], known: known).names == ["lab", "pages"])
  }

  @Test func readsNumbersInBothForms() throws {
    let arguments = try BenchArguments(
      ["--samples", "4", "samples", "--pages=7", "--rounds", "2", "--jobs=3"], known: known)
    #expect(arguments.names == ["samples"])
    #expect(arguments.samples == 4)
    #expect(arguments.pages == 7)
    #expect(arguments.rounds == 2)
    #expect(arguments.jobs == 3)
    #expect(!arguments.isAlone)
    #expect(try BenchArguments(["--alone", "pages"], known: known).isAlone)
  }

  @Test(
    arguments: [
      (["sample"], "unknown benchmark 'sample'; did you mean 'samples'?"),
      (["everything"], "unknown benchmark 'everything'; known are samples, pages, lab"),
      (["--round", "3"], "unknown option '--round'; did you mean '--rounds'?"),
      (["--pages"], "'--pages' needs a value"),
      (["--pages=", "3"], "'--pages' takes a whole number from 1 to 100000, not ''"),
      (["--samples=1"], "'--samples' takes a whole number from 2 to 10000, not '1'"),
    ] as [([String], String)])
  func refuses(_ words: [String], _ message: String) {
    #expect(throws: UsageError(description: message)) {
      try BenchArguments(words, known: known)
    }
  }

  @Test func endsWithStatus2ForAnUnknownName() async {
    #expect(await BenchProgram.run(["nothing"]) == 2)
  }
}
