import Testing

@testable import DocgenSiteRendering

@Suite struct TitleOrderTests {
  @Test func sortsAsReadersDo() {
    let titles = [
      "Älter", "apple", "Banana", "iOS", "Index", "Part 2", "part 10", "Part 10b", "zoo",
    ]
    let sorted = titles.shuffled().sorted { TitleOrder.key(of: $0) < TitleOrder.key(of: $1) }
    #expect(
      sorted == [
        "Älter", "apple", "Banana", "Index", "iOS", "Part 2", "part 10", "Part 10b", "zoo",
      ])
  }

  @Test func putsNumbersFirst() {
    #expect(TitleOrder.key(of: "2. Login") < TitleOrder.key(of: "10. Logout"))
    #expect(TitleOrder.key(of: "") < TitleOrder.key(of: "10"))
    #expect(TitleOrder.key(of: "1234567890123456") < TitleOrder.key(of: "a"))
  }
}
