import DocModel
import TestSupport
import Testing

@testable import docgen_bench

@Suite(.fewAtOnce) struct GeneratedSourceTests {
  @Test func letsEveryOtherSampleUseTheLab() {
    let samples = GeneratedSample.series(5)
    #expect(samples.map(\.usesLab) == [false, true, false, true, false])
    #expect(
      samples.allSatisfy { $0.code.contains("import SampleLab") == $0.usesLab })
    #expect(samples.allSatisfy { $0.code.contains("Lab.start()") == $0.usesLab })
  }

  @Test func makesSamplesOfAboutTwentyLinesThatDiffer() {
    let samples = GeneratedSample.series(20).map(\.sample)
    #expect(samples.allSatisfy { (18...24).contains($0.lines.count) })
    #expect(Set(samples.map(\.code)).count == 20)
    #expect(Set(samples.map(\.id)).count == 20)
  }

  @Test func changesCodeAndPromiseWithTheEdition() throws {
    let before = GeneratedSample(number: 3, usesLab: false)
    var after = before
    after.edition = 8
    #expect(before.code != after.code)
    #expect(before.sample.id == after.sample.id)
    let promise = try #require(after.sample.expectedOutput)
    #expect(promise.lines.map(\.text) == ["Lisbon, 4 days; Porto, 8 days 200"])
  }

  @Test func givesEveryPageAPathAndTextOfItsOwn() {
    let pages = (0..<30).map { GeneratedPage(number: $0, count: 30) }
    #expect(Set(pages.map(\.path)).count == 30)
    #expect(Set(pages.map(\.body)).count == 30)
    #expect(pages.allSatisfy { $0.text.hasPrefix("---\n") && $0.text.hasSuffix($0.body) })
  }
}
