import DocgenDocModel
import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// Samples that would see or break each other if they could.
@Suite(.fewAtOnce) struct ApartTests {
  private static let page = samples(
    """
    ```swift runnable
    import Foundation

    try Data("one".utf8).write(to: URL(filePath: "shared.txt"))
    setenv("SHARED", "one", 1)
    print(try FileManager.default.contentsOfDirectory(atPath: "."))
    ```

    ```swift runnable
    import Foundation

    print(FileManager.default.fileExists(atPath: "shared.txt"), getenv("SHARED") == nil)
    _ = chdir("/")
    print(NSTemporaryDirectory().hasSuffix("/home/sample/") || !NSTemporaryDirectory().isEmpty)
    ```

    ```swift runnable
    import Foundation

    try FileManager.default.removeItem(atPath: FileManager.default.currentDirectoryPath)
    print("gone")
    ```

    ```swift runnable
    import SampleFixtureKit

    extension Session: @retroactive CustomStringConvertible {
      public var description: String { "mine: \\(user)" }
    }
    print(Session(user: "a"))
    ```

    ```swift runnable
    import SampleFixtureKit

    print(Session(user: "a"))
    ```

    ```swift runnable
    fatalError("broken")
    ```
    """)

  private func dumps(
    of samples: [Sample], shard: BuildSelection.Shard? = nil
  ) async throws -> [SampleID: String] {
    let site = try TestSite()
    var selection = BuildSelection()
    selection.shard = shard
    let report = try await SampleEngine(environment: site.environment).run(
      samples, selection: selection)
    return Dictionary(uniqueKeysWithValues: report.outcomes.map { ($0.id, $0.dump) })
  }

  @Test func aloneTogetherReversedAndShardedAreTheSame() async throws {
    let together = try await dumps(of: Self.page)
    #expect(together.count == 6)
    #expect(together[Self.page[4].id]?.contains("Session(user: \"a\")") == true)
    #expect(try await dumps(of: Self.page.reversed()) == together)
    var alone: [SampleID: String] = [:]
    for sample in Self.page { alone.merge(try await dumps(of: [sample])) { first, _ in first } }
    #expect(alone == together)
    var sharded: [SampleID: String] = [:]
    for number in 1...3 {
      let part = try await dumps(of: Self.page, shard: BuildSelection.Shard(number, of: 3))
      #expect(part.keys.allSatisfy { sharded[$0] == nil })
      sharded.merge(part) { first, _ in first }
    }
    #expect(sharded == together)
  }
}
