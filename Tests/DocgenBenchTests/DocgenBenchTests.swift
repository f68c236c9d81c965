@testable import docgen_bench
import DocgenTestSupport
import Foundation
import Testing

@Suite(.fewAtOnce) struct MeasurementTests {
  @Test func takesTheMiddleOfAnOddNumberOfRounds() throws {
    let measurement = try #require(
      Measurement([.seconds(9), .seconds(1), .seconds(2)]))
    #expect(measurement.median == .seconds(2))
    #expect(measurement.minimum == .seconds(1))
    #expect(measurement.maximum == .seconds(9))
  }

  @Test func takesTheMeanOfTheMiddleTwoOfAnEvenNumber() throws {
    let measurement = try #require(
      Measurement([.seconds(4), .seconds(1), .seconds(100), .seconds(2)]))
    #expect(measurement.median == .seconds(3))
  }

  @Test func isNothingWithoutRounds() {
    #expect(Measurement([]) == nil)
    #expect(MeasurementSeries()["none"] == nil)
  }

  @Test func comparesMedians() throws {
    let long = try #require(Measurement([.seconds(3), .seconds(5), .seconds(90)]))
    let short = try #require(Measurement([.seconds(2)]))
    let nothing = try #require(Measurement([.zero]))
    #expect(long.ratio(to: short) == 2.5)
    #expect(long.ratio(to: nothing) == nil)
  }

  @Test func keepsTheRoundsOfDifferentWorksApart() {
    var series = MeasurementSeries()
    series.add(.seconds(1), to: "a")
    series.add(.seconds(7), to: "b")
    series.add(.seconds(3), to: "a")
    #expect(series["a"] == Measurement([.seconds(3), .seconds(1)]))
    #expect(series["b"]?.median == .seconds(7))
  }

  @Test func writesTimesInTheUnitThatSuitsThem() {
    #expect(ResultLine.time(.milliseconds(1_250)) == "1.25 s")
    #expect(ResultLine.time(.microseconds(1_250)) == "1.25 ms")
    #expect(ResultLine.ratio("x", ratio: nil).hasSuffix("no base"))
    #expect(ResultLine.ratio("x", ratio: 2.5).hasSuffix("2.50 ×"))
  }
}

@Suite(.fewAtOnce) struct ScratchFolderTests {
  private struct Interruption: Error {}

  @Test func goesWhenTheWorkIsOver() async throws {
    let url = try await ScratchFolder.use { folder in
      try folder.write("text", to: "a/b.txt")
      let text = try String(contentsOf: folder.url.appending(path: "a/b.txt"), encoding: .utf8)
      #expect(text == "text")
      return folder.url
    }
    #expect(!FileManager.default.fileExists(atPath: url.path))
  }

  @Test func goesWhenTheWorkFails() async throws {
    var url: URL?
    await #expect(throws: Interruption.self) {
      try await ScratchFolder.use { folder in
        url = folder.url
        throw Interruption()
      }
    }
    let path = try #require(url?.path)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}

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

@Suite(.fewAtOnce) struct GeneratedSourceTests {
  @Test func createsSamplesOfAboutTwentyLinesThatDiffer() {
    let samples = (0..<20).map { GeneratedSample(number: $0) }
    for sample in samples {
      let lines = sample.code.split(separator: "\n", omittingEmptySubsequences: false)
      #expect((18...24).contains(lines.count))
    }
    #expect(Set(samples.map(\.code)).count == 20)
  }

  @Test func changesCodeAndOutputWithTheEdition() {
    let before = GeneratedSample(number: 3)
    var after = before
    after.edition = 8
    #expect(before.code != after.code)
    #expect(after.output == "Lisbon, 4 days; Porto, 8 days 200")
  }

  @Test func givesEveryPageAPathAndTextOfItsOwn() {
    let pages = (0..<30).map { GeneratedPage(number: $0, count: 30) }
    #expect(Set(pages.map(\.path)).count == 30)
    #expect(Set(pages.map(\.body)).count == 30)
    #expect(pages.allSatisfy { $0.text.hasPrefix("---\n") && $0.text.hasSuffix($0.body) })
  }
}
