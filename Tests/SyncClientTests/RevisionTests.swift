import DocgenTestSupport
import DocgenClocks
import DocgenJSON
import Testing

@testable import SyncClient

struct RevisionTests {
  @Test func idsAreSyncGateways() throws {
    // From Sync Gateway's own tests.
    let first = RevisionID.make(parent: nil, properties: [:])
    #expect(first.text == "1-ca9ad22802b66f662ff171f226211d5c")
    // The order of members doesn't count, and `<` is escaped as Go does.
    let left = RevisionID.make(parent: first, properties: ["a": 1, "b": "<"])
    let right = RevisionID.make(parent: first, properties: ["b": "<", "a": 1])
    #expect(left == right)
    #expect(left.generation == 2)
    #expect(RevisionID.make(parent: first, properties: ["a": 1], isDeleted: true) != left)
  }

  @Test(arguments: ["", "-", "1", "1_a", "-1-a", "0-a", "x-1", "99999999999999999999-a"])
  func whatIsNoID(_ text: String) {
    #expect(RevisionID(text) == nil)
  }

  @Test func idsCompareByGenerationFirst() throws {
    let ids = try ["2-a", "10-0", "2-b", "1-z"].map { try #require(RevisionID($0)) }
    #expect(ids.sorted().map(\.text) == ["1-z", "2-a", "2-b", "10-0"])
    #expect(ids[0].digest == "a")
  }

  func tree(_ text: String) throws -> RevisionTree { try #require(RevisionTree(text: text)) }
  func id(_ text: String) throws -> RevisionID { try #require(RevisionID(text)) }

  @Test func theLiveLeafWithTheGreatestIDWins() throws {
    let tree = try tree("3-b 2\n2-x 2\n1-a -\n4-z 0 d\n2-y 2 r")
    #expect(tree.leaves.map(\.id.text) == ["2-x", "4-z", "2-y"])
    #expect(tree.winner?.id.text == "2-x")
    #expect(tree.history(of: try id("4-z")).map(\.text) == ["4-z", "3-b", "1-a"])
    #expect(tree.isLeaf(try id("2-y")))
    #expect(!tree.isLeaf(try id("1-a")))
  }

  @Test func aTreeComesBackFromItsText() throws {
    let tree = try tree("3-b 1\n2-a 3 d\n3-c 1\n1-a - r")
    let text = try #require(tree.text)
    #expect(RevisionTree(text: text) == tree)
    #expect(RevisionTree([.init(id: try id("1-a"))]).text == nil)
    #expect(RevisionTree(text: "1-a") == nil)
    #expect(RevisionTree(text: "x -") == nil)
  }

  @Test func knownHistoryIsJoined() throws {
    var tree = try tree("2-b 1\n1-a -")
    func add(_ history: [RevisionID], isRemoved: Bool = false) -> Bool {
      tree.add(history: history, isDeleted: false, isRemoved: isRemoved)
    }
    let history = try ["4-d", "3-c", "2-b", "1-a"].map(id)
    #expect(add(history))
    #expect(!add(history))
    #expect(tree.leaves.map(\.id.text) == ["4-d"])
    #expect(tree.history(of: history[0]) == history)
    // Without a common ancestor a second root appears.
    let root = [try id("2-z")]
    #expect(add(root))
    #expect(tree.leaves.map(\.id.text) == ["4-d", "2-z"])
  }

  @Test func aRemovedRevisionMayComeAgain() throws {
    var tree = RevisionTree()
    let history = [try id("1-a")]
    func add(isRemoved: Bool) -> Bool {
      tree.add(history: history, isDeleted: false, isRemoved: isRemoved)
    }
    #expect(add(isRemoved: true))
    #expect(tree.winner?.isLive == false)
    #expect(!add(isRemoved: true))
    #expect(add(isRemoved: false))
    #expect(tree.winner?.isLive == true)
  }

  @Test func pruningKeepsEveryBranchsEnd() throws {
    var tree = RevisionTree()
    let long = try (1...9).reversed().map { try id("\($0)-a") }
    _ = tree.add(history: long, isDeleted: false, isRemoved: false)
    _ = tree.add(history: [try id("2-b"), try id("1-a")], isDeleted: false, isRemoved: false)
    tree.prune(to: 3)
    #expect(Set(tree.revisions.keys.map(\.text)) == ["9-a", "8-a", "7-a", "2-b", "1-a"])
    #expect(tree[try id("7-a")]?.parent == nil)
    #expect(tree[try id("2-b")]?.parent?.text == "1-a")
  }

  /// Devices that exchange revisions in any order end with the same winner and the same leaves.
  @Test func everyOrderEndsAlike() throws {
    let histories = try [
      ["3-c", "2-b", "1-a"], ["2-x", "1-a"], ["4-d", "3-c", "2-b", "1-a"], ["1-q"],
      ["3-y", "2-x", "1-a"],
    ].map { try $0.map(id) }
    var random = SeededGenerator(seed: 5)
    var expected: [RevisionTree.Revision]?
    for _ in 0..<50 {
      var tree = RevisionTree()
      for history in histories.shuffled(using: &random) {
        _ = tree.add(
          history: history, isDeleted: history[0].text == "3-y", isRemoved: false)
      }
      if let expected { #expect(tree.leaves == expected) }
      expected = tree.leaves
    }
    #expect(expected?.map(\.id.text) == ["4-d", "1-q", "3-y"])
  }
}
