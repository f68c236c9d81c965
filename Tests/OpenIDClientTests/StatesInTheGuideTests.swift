import Foundation
import Testing

/// The guide's picture and table of states show the transitions of the state machine.
@Suite struct StatesInTheGuideTests {
  private let page: String

  init() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../content/oauth-client.md")
    page = try String(contentsOf: file, encoding: .utf8)
  }

  /// The machine's transitions between the states that an app sees.
  private var transitions: Set<[String]> {
    let names = [
      "loadingSilently": "idle", "loading": "idle", "preparing": "idle",
      "completing": "fetchingToken", "renewing": "authorized", "rereading": "authorized",
      "waiting": "authorized",
    ]
    let all = ClientStateMachineTests.table.map { event, outcome in
      let start = String(event.prefix { $0 != " " })
      return [names[start] ?? start, String(outcome.prefix { $0.isLetter })]
    }
    // An app sees no change while the client loads credentials, or when it logs out twice.
    let unseen = [["idle", "idle"], ["cancelled", "cancelled"]]
    return Set(all.filter { !unseen.contains($0) })
  }

  @Test func tableListsTheTransitionsOfTheMachine() {
    let rows = page.matches(of: /\n\| \[[0-9]+\]\(#t[0-9]+\) `(\w+)` → `(\w+)` \|/)
    let listed = Set(rows.map { [String($0.1), String($0.2)] })
    #expect(listed.subtracting(transitions) == [], "not in the machine")
    #expect(transitions.subtracting(listed) == [], "not on the page")
  }

  @Test func pictureShowsEachNumberOfTheTable() throws {
    let drawing = try #require(page.firstMatch(of: /<svg[\s\S]*?<\/svg>/)).0
    let labels = drawing.matches(of: /<text [^>]*>([^<]*)/).map(\.1).joined(separator: " ")
    var drawn = Set(labels.matches(of: /[0-9]+/).compactMap { Int($0.0) })
    for range in labels.matches(of: /([0-9]+)–([0-9]+)/) {
      drawn.formUnion(try #require(Int(range.1))...(try #require(Int(range.2))))
    }
    let listed = page.matches(of: /\n\| \[([0-9]+)\]\(#t/).compactMap { Int($0.1) }
    #expect(listed.count > 18 && drawn == Set(listed))
  }
}
