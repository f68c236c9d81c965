import Foundation
import Testing

/// The guide's picture and table of states show the transitions of the state machine.
@Suite struct StatesInTheGuideTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../content/oauth-client.md")
  private static let picture = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../content/login-states.svg")
  private let page: String

  init() throws {
    page = try String(contentsOf: Self.file, encoding: .utf8)
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

  /// `DOCGEN_UPDATE_GOLDENS=1` draws it again.
  @Test func pictureIsDrawnFromTheMachineAndTheTable() throws {
    let drawing = try #require(page.firstMatch(of: /<svg[\s\S]*?<\/svg>/)).0
    let rows = page.matches(of: /\n\| \[([0-9]+)\]\(#t[0-9]+\) `(\w+)` → `(\w+)` \|/)
      .reduce(into: [[String]: [Int]]()) { rows, row in
        rows[[String(row.2), String(row.3)], default: []].append(Int(row.1)!)
      }
    #expect(Set(rows.keys) == transitions)
    let picture = try #require(StatesPicture(of: rows), "a state has no place in the picture")
    if ProcessInfo.processInfo.environment["DOCGEN_UPDATE_GOLDENS"] != nil {
      let updated = page.replacing(drawing, with: picture.svg)
      try updated.write(to: Self.file, atomically: true, encoding: .utf8)
      try picture.file.write(to: Self.picture, atomically: true, encoding: .utf8)
    }
    #expect(drawing == picture.svg)
    // The reference of the client shows the same picture.
    #expect(try String(contentsOf: Self.picture, encoding: .utf8) == picture.file)
  }
}
