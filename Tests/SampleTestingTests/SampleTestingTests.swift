import DocgenTestSupport
import Foundation
import SampleFixtureKit
import SampleTesting
import Testing

/// What another package writes into its tests; this very program runs the samples.
@Suite(.fewAtOnce) struct SampleTestingTests {
  private func package(_ documents: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("", to: "Package.swift")
    for (path, text) in documents { try folder.write(text, to: path) }
    return folder
  }

  private func samples(_ folder: TemporaryFolder, in paths: [String]? = nil) throws
    -> [DocumentedSample]
  {
    let file = folder.url.appending(path: "Tests/KitTests/Test.swift").path
    return try paths.map { try DocumentedSample.all(in: $0, file: file) }
      ?? DocumentedSample.all(file: file)
  }

  @Test func samplesImportWhatTheTestIsLinkedWith() async throws {
    let folder = try package([
      "README.md": """
      # Kit

      ```swift runnable id=name
      import SampleFixtureKit

      print(FixtureKit.name)
      ```
      ```output
      \(FixtureKit.name)
      ```
      """,
      "Docs/deep/more.md": """
      ```swift runnable
      try await Task.sleep(for: .milliseconds(1))
      print("one")
      ```
      ```output
      two
      ```

      ```swift compile-only
      let wrong: Int = ""
      ```
      """,
    ])
    let samples = try samples(folder)
    #expect(
      samples.map(\.description) == [
        "Docs/deep/more.md#1", "Docs/deep/more.md#2", "README.md#name",
      ])
    try await samples[2].verify()
    let differs = await #expect(throws: DocumentedSample.Failure.self) {
      try await samples[0].verify()
    }
    #expect(
      differs?.description.contains("Docs/deep/more.md:5:1: error: ") == true,
      "\(differs?.description ?? "")")
    let wrong = await #expect(throws: DocumentedSample.Failure.self) {
      try await samples[1].verify()
    }
    #expect(wrong?.description.contains("Docs/deep/more.md:10:18: error: cannot convert") == true)
  }

  /// The documents are those that `docgen build` finds.
  @Test func findsTheDocumentsOfASite() async throws {
    let block = "```swift runnable\nprint(1)\n```\n"
    let folder = try package([
      "readme.md": block, "docs/start.md": block, "docs/.hidden.md": block, "Guides/a.md": block,
      "Sources/Kit/Kit.docc/Article.md": block,
    ])
    #expect(
      try samples(folder).map(\.description) == [
        "docs/start.md#1", "readme.md#1", "Sources/Kit/Kit.docc/Article.md#1",
      ])
    try folder.write("documents: [Guides]\n", to: "site.yml")
    #expect(try samples(folder).map(\.description) == ["Guides/a.md#1"])
    try folder.write("documents: [Guides, Gudies]\n", to: "site.yml")
    let wrong = try samples(folder)
    #expect(wrong.map(\.description) == ["site.yml", "Guides/a.md#1"])
    await #expect(throws: DocumentedSample.Failure.self) { try await wrong[0].verify() }
  }

  @Test func includesFiles() async throws {
    let folder = try package([
      "README.md": "# Kit\n\n```swift runnable\n{{#include start.swift}}\n```\n",
      "start.swift": "let name = \"Kit\"\nprint(nam)\n",
    ])
    let samples = try samples(folder)
    let failure = await #expect(throws: DocumentedSample.Failure.self) {
      try await samples[0].verify()
    }
    #expect(
      failure?.description.contains("start.swift:2:7: error: cannot find 'nam' in scope") == true,
      "\(failure?.description ?? "")")
  }

  /// The same blocks are samples for `docgen build`.
  @Test func theSiteSaysWhatBlocksAre() async throws {
    let folder = try package([
      "site.yml": "samples: {run: all, setup: kit}\n",
      "Samples/setup/kit.swift": "import SampleFixtureKit\n",
      "README.md": "```swift\nprint(FixtureKit.name)\n```\n```output\n\(FixtureKit.name)\n```\n",
    ])
    let samples = try samples(folder)
    #expect(samples.map(\.description) == ["README.md#1"])
    try await samples[0].verify()
  }

  /// The servers are in this very program, too.
  @Test func shellBlocksTalkToTheMocks() async throws {
    let folder = try package([
      "README.md": """
      # Kit

      ```sh runnable id=ask
      curl -s http://127.0.0.1:4984/ | head -c 12
      ```
      ```output
      {"couchdb":"
      ```

      ```sh runnable id=refused
      curl -sf http://127.0.0.1:4984/nowhere/
      ```
      """
    ])
    let samples = try samples(folder)
    try await samples[0].verify()
    let refused = await #expect(throws: DocumentedSample.Failure.self) {
      try await samples[1].verify()
    }
    #expect(
      refused?.description.contains("README.md:11:1: error: the sample ended with status 22")
        == true,
      "\(refused?.description ?? "")")
  }

  @Test func aMalformedDocumentFailsAlone() async throws {
    let folder = try package([
      "README.md": "```swift runnable\nprint(1)\n```\n```output\n1\n```\n",
      "Docs/bad.md": "```swift runnable expect=nothing\nprint(1)\n```\n",
    ])
    let samples = try samples(folder)
    #expect(samples.map(\.description) == ["Docs/bad.md", "Docs/bad.md#1", "README.md#1"])
    let failure = await #expect(throws: DocumentedSample.Failure.self) {
      try await samples[0].verify()
    }
    #expect(failure?.description.contains("Docs/bad.md:1:19: error: the value of 'expect'") == true)
    try await samples[2].verify()
  }

  /// As in `docgen build`, a warning is no failure; and what a session didn't come to is one.
  @Test func everyBlockIsJudged() async throws {
    let folder = try package([
      "README.md": """
      ```swift runnable
      func warned() { let never = 1 }
      ```

      ```swift runnable session=one
      fatalError("early")
      ```

      ```swift runnable session=one
      print("late")
      ```
      """
    ])
    let samples = try samples(folder)
    try await samples[0].verify()
    for (sample, text) in [
      (samples[1], "README.md:6:1: error: the sample crashed: Fatal error: early"),
      (samples[2], "another block of its session failed"),
    ] {
      let failure = await #expect(throws: DocumentedSample.Failure.self) {
        try await sample.verify()
      }
      #expect(failure?.description.contains(text) == true, "\(failure?.description ?? "")")
    }
  }

  @Test func nothingToTestIsAnError() async throws {
    let folder = try package(["README.md": "# Kit\n"])
    #expect(throws: (any Error).self) { try samples(folder) }
    #expect(throws: (any Error).self) { try samples(folder, in: ["Guides"]) }
    let typo = try package(["README.md": "```swift runable\n```\n"])
    let malformed = try samples(typo)
    await #expect(throws: DocumentedSample.Failure.self) { try await malformed[0].verify() }
  }
}
