import DocgenTestSupport
import Testing

@testable import docgen_bench

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
