import Testing

@testable import DocgenGround

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("kitten", "sitting", 3), ("runable", "runnable", 1),
    ("tilte", "title", 1), ("ca", "abc", 3),
  ])
  func measuresEditDistance(_ left: String, _ right: String, _ distance: Int) {
    #expect(Suggestion.distance(left, to: right) == distance)
    #expect(Suggestion.distance(right, to: left) == distance)
  }

  @Test func takesTheNearest() {
    let words = ["title", "timeout", "id"]
    #expect(Suggestion.nearest(to: "titel", among: words) == "title")
    #expect(Suggestion.nearest(to: "TITLE", among: words) == "title")
    #expect(Suggestion.nearest(to: "something", among: words) == nil)
    #expect(Suggestion.closest(to: "something", among: words) != nil)
    #expect(Suggestion.closest(to: "x", among: [String]()) == nil)
  }

  @Test func takesAWholeOfWhichTheWordIsAPart() {
    #expect(Suggestion.nearest(to: "name", among: ["password", "username"]) == "username")
    #expect(Suggestion.nearest(to: "refresh", among: ["code", "refresh_token"]) == "refresh_token")
    #expect(Suggestion.nearest(to: "id", among: ["client_identity"]) == nil)
  }

  @Test func takesTheFirstInTheAlphabetOfEquallyNear() {
    #expect(Suggestion.nearest(to: "bat", among: ["cat", "bar", "hat"]) == "bar")
  }
}
