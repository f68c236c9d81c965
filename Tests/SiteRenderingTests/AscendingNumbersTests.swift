import Testing

@testable import DocgenSiteRendering

struct AscendingNumbersTests {
  @Test(arguments: [
    [], [0], [5, 5], [0, 127, 128, 255, 256], [127, 255, 16_639, 33_024, 2_130_176, 9_000_000_000],
  ])
  func areWhatWasAdded(numbers: [Int]) {
    var kept = AscendingNumbers()
    for number in numbers { kept.append(number) }
    #expect(Array(kept) == numbers)
    #expect(kept.count == numbers.count)
  }
}
