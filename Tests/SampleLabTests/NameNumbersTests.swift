import Testing

@testable import SampleLab

/// How requests are told apart by words that are drawn by lot.
@Suite struct NameNumbersTests {
  private let first = "zzzzzzzzzzzzzzzz"
  private let second = "aaaaaaaaaaaaaaaa"

  @Test func theOrderIsThatOfTheFirstUse() {
    let names = NameNumbers()
    names.add(["session=\(first); Path=/db"])
    names.add([second, "and \(first)"])
    #expect(names.numbered("session=\(first)") < names.numbered("session=\(second)"))
    #expect(names.numbered("a=\(first);b=\(second)") == "a=#20000;b=#20001")
  }

  @Test func otherWordsStayAsTheyAre() {
    let names = NameNumbers()
    names.add(["short words; and one that is not seen"])
    #expect(names.numbered("/db/short?x=\(first)") == "/db/short?x=\(first)")
    #expect(NameNumbers.lasting("/db/\(first)?rev=1-ab") == "/db/*?rev=1-ab")
    #expect(NameNumbers.lasting("ü\(first)ü") == "ü*ü")
  }
}
