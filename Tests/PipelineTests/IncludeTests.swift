import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenTestSupport
import Foundation
import Testing

/// A site whose page includes code and text of other files.
@Suite(.fewAtOnce) struct IncludeTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      # Page

      ```swift runnable
      {{#include ../src/code.swift:greet}}
      ```

      {{#include ../parts/text.md}}

      ```swift runnable
      print(4)
      ```

      ```output
      4
      ```

      """, to: "root/content/index.md")
    try folder.write(
      "// ANCHOR: greet\nlet word = \"hello\"\nprint(word)\n// ANCHOR_END: greet\n",
      to: "root/src/code.swift")
    try folder.write(
      "Text.\n\n```swift runnable\nprint(2)\n```\n\n```output\n2\n```\n", to: "root/parts/text.md")
  }

  @Test func buildsAndNoticesAnEditedFile() async throws {
    let first = try await build()
    #expect(first.isGood, "\(first.diagnostics)")
    #expect(first.sampleCount == 3)
    #expect(try #require(folder.text("site/index.html")).contains("hello"))
    #expect(try await build().isUnchanged)
    try folder.write("// ANCHOR: greet\nprint(\"bye\")\n", to: "root/src/code.swift")
    #expect(try await !build().isUnchanged)
    #expect(try #require(folder.text("site/index.html")).contains("bye"))
  }

  @Test func reportsProblemsWhereTheyAre() async throws {
    try folder.write(
      "// ANCHOR: greet\nlet word = \"hello\"\nprint(wort)\n", to: "root/src/code.swift")
    try folder.write(
      "[Lost](none.md)\n\n```swift runnable\nprint(2)\n```\n\n```output\n3\n```\n",
      to: "root/parts/text.md")
    try folder.write(
      (folder.text("root/content/index.md") ?? "") + "\n<b>open\n", to: "root/content/index.md")
    let report = try await build()
    let places = report.diagnostics.map { "\($0.location) \($0.id.rawValue)" }
    #expect(
      places == [
        "content/index.md:17:1 not-closed",
        "parts/text.md:1:1 broken-link",
        "parts/text.md:7:1 output-differs",
        "src/code.swift:3:7 compile-error",
      ])
    #expect(Set(report.diagnostics.map(\.location.file)).isSubset(of: report.sources.keys))
    let ofSamples = report.outcomes.flatMap(\.diagnostics)
    #expect(ofSamples.count == 2 && ofSamples.allSatisfy(report.diagnostics.contains))
  }

  @Test func updatesOutputsInEachFile() async throws {
    try folder.write(
      "Text.\n\n```swift runnable\nprint(2)\n```\n\n```output\nold\nlines\n```\n",
      to: "root/parts/text.md")
    let page = folder.text("root/content/index.md") ?? ""
    try folder.write(
      page.replacing("print(4)", with: "print(5)"), to: "root/content/index.md")
    // Another page with the same text.
    try folder.write("# Other\n\n{{#include ../parts/text.md}}\n", to: "root/content/other.md")
    let report = try await build { $0.updatesOutputs = true }
    #expect(report.isGood, "\(report.diagnostics)")
    #expect(
      report.updates.map { "\($0.location)" } == ["content/index.md:13:1", "parts/text.md:7:1"])
    #expect(folder.text("root/parts/text.md")?.hasSuffix("```output\n2\n```\n") == true)
    #expect(folder.text("root/content/index.md")?.hasSuffix("```output\n5\n```\n") == true)
  }

  private func build(
    _ change: (inout SiteBuilder.Options) -> Void = { _ in }
  ) async throws -> BuildReport {
    var options = SiteBuilder.Options(
      root: folder.url.appending(path: "root"), output: folder.url.appending(path: "site"))
    options.usesRecord = true
    change(&options)
    return try await SiteBuilder(options: options, package: .testing).build()
  }
}
