import DocgenTestSupport
import Testing

@testable import docgen_bench

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
