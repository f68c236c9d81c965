import DocgenTestSupport
import Foundation
import Testing

/// `docgen adopt` on documents without options.
@Suite(.fewAtOnce) struct AdoptTests {
  private func lastLine(_ run: RunningProgram.Result) -> String {
    run.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func adoptsASite() async throws {
    let fixture = try Fixture.named("Adopt")
    let folder = try TemporaryFolder()
    try folder.write(fixture.inputs, to: "content")
    let pages = fixture.inputs.map(\.name)

    let dry = try await docgen(["adopt", "content", "--dry-run"], in: folder)
    for page in pages { #expect(folder.text("content/\(page)") == fixture.text(page)) }
    let first = try await docgen(["adopt", "content"], in: folder)
    #expect(first.status == 0)
    #expect(
      first.output.split(separator: "\n").dropLast() == dry.output.split(separator: "\n").dropLast()
    )
    fixture.expect(
      first.output.replacing(/\d+\.\d s$/.anchorsMatchLineEndings(), with: "[TIME]"))
    for page in pages {
      fixture.expect(folder.text("content/\(page)") ?? "", equals: "expected/\(page)")
    }

    let second = try await docgen(["adopt", "content"], in: folder)
    #expect(lastLine(second).contains("(0 changed)"), "\(second.output)")
    for page in pages {
      #expect(folder.text("content/\(page)") == fixture.text("expected/\(page)"))
    }
    let build = try await docgen(["build"], in: folder)
    #expect(build.status == 0, "\(build.errorOutput)")
    let again = try await docgen(["build"], in: folder)
    #expect(again.output.contains("site: 0 added, 0 changed, 0 removed"))
  }

  /// Blocks seldom have imports; the setup that `site.yml` names has them for all.
  @Test func adoptsBehindASetup() async throws {
    let folder = try TemporaryFolder()
    try folder.write("samples: {setup: kit}\n", to: "site.yml")
    try folder.write(
      "import Foundation\nlet kit = URL(filePath: \"/kit\")\n", to: "Samples/setup/kit.swift")
    try folder.write("# Kit\n\n```swift\nprint(kit.path)\n```\n", to: "README.md")
    let run = try await docgen(
      ["adopt", "--root", folder.url.path, "README.md"], in: TemporaryFolder())
    #expect(lastLine(run).contains("1 Swift block: 1 verified"), "\(run.output)\(run.errorOutput)")
    #expect(folder.text("README.md")?.contains("```output\n/kit\n```") == true)
    let build = try await docgen(["build"], in: folder)
    #expect(build.status == 0, "\(build.errorOutput)")
  }

  @Test func saysThatASetupIsMissing() async throws {
    let folder = try TemporaryFolder()
    try folder.write("samples: {run: pages, setup: kit}\n", to: "site.yml")
    try folder.write("# Kit\n\n```swift\nprint(1)\n```\n", to: "README.md")
    let run = try await docgen(["adopt"], in: folder)
    #expect(run.output.hasPrefix("README.md:3:1: fails: there is no setup file"), "\(run.output)")
  }

  /// A README seldom imports what its readers have imported.
  @Test(arguments: [nil, "samples: {run: pages}\n"])
  func importsThePackageForBlocksWithoutImports(configuration: String?) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription

      let package = Package(
        name: "kit", products: [.library(name: "Kit", targets: ["Kit"])],
        targets: [.target(name: "Kit")])
      """, to: "Package.swift")
    try folder.write("public let kit = 1\n", to: "Sources/Kit/Kit.swift")
    try folder.write("# Kit\n\n```swift\nprint(kit)\n```\n", to: "README.md")
    if let configuration { try folder.write(configuration, to: "site.yml") }
    let dry = try await docgen(["adopt", "--dry-run"], in: folder)
    #expect(dry.status == 0, "\(dry.errorOutput)")
    #expect(folder.text("Samples/setup/imports.swift") == nil)

    let run = try await docgen(["adopt"], in: folder)
    #expect(lastLine(run).contains("1 Swift block: 1 verified (0 before"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("docgen: note: 'Samples/setup/imports.swift' imports"))
    #expect(folder.text("Samples/setup/imports.swift") == "import Foundation\nimport Kit\n")
    let defaults = "samples: {run: pages, session: page, prints: compare, setup: imports}\n"
    #expect(folder.text("site.yml") == configuration ?? defaults)
    let comment = configuration == nil ? "" : "\n<!-- samples: {setup: imports} -->\n"
    #expect(folder.text("README.md")?.hasSuffix("```output\n1\n```\n" + comment) == true)
    let build = try await docgen(["build"], in: folder)
    #expect(build.output.contains("1 sample "), "\(build.errorOutput)")
    let again = try await docgen(["adopt"], in: folder)
    #expect(lastLine(again).contains("(0 changed)"), "\(again.output)")
  }

  /// The first run says what the text takes for granted; the second one has it.
  @Test func usesASetupOfValues() async throws {
    let folder = try TemporaryFolder()
    let block = "```swift\nprint(trips)\n```\n"
    try folder.write("# Kit\n\n\(block)\nOr:\n\n\(block)", to: "README.md")
    let dry = try await docgen(["adopt", "--dry-run"], in: folder)
    #expect(
      dry.errorOutput.contains("note: blocks lack names, most often 'trips' (2 blocks); import or"),
      "\(dry.errorOutput)")

    try folder.write("let trips = 2\n", to: "Samples/setup/imports.swift")
    let run = try await docgen(["adopt"], in: folder)
    #expect(lastLine(run).contains("2 Swift blocks: 2 verified (0 before"), "\(run.errorOutput)")
    #expect(folder.text("Samples/setup/imports.swift") == "let trips = 2\n")
    #expect(folder.text("site.yml")?.hasSuffix(", setup: imports}\n") == true)
  }

  @Test func namesAModuleInNoProduct() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "// swift-tools-version: 6.0\nimport PackageDescription\n"
        + "let package = Package(name: \"kit\", targets: [.executableTarget(name: \"kit\")])\n",
      to: "Package.swift")
    try folder.write("print(1)\n", to: "Sources/kit/main.swift")
    try folder.write("# Kit\n\n```swift\nimport kit\n```\n", to: "README.md")
    let run = try await docgen(["adopt"], in: folder)
    #expect(run.errorOutput.contains("docgen: note: 'kit' is in no library product of the package"))
    #expect(!run.errorOutput.contains("building the libraries"), "\(run.errorOutput)")
  }

  /// A document without a site has its defaults in its last line.
  @Test func adoptsAReadme() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Kit\r\n\r\n```swift\r\nprint(1)\r\n```\r\n", to: "README.md")
    let run = try await docgen(["adopt", "README.md"], in: folder)
    #expect(lastLine(run).hasPrefix("adopted: 1 document (1 changed), 1 Swift block: 1 verified"))
    let text =
      "# Kit\r\n\r\n```swift\r\nprint(1)\r\n```\r\n\r\n```output\r\n1\r\n```\r\n\r\n"
      + "<!-- samples: {run: pages, session: page, prints: compare} -->\r\n"
    #expect(folder.text("README.md") == text)
    let again = try await docgen(["adopt", "README.md"], in: folder)
    #expect(folder.text("README.md") == text)
    #expect(lastLine(again).contains("1 verified (1 before"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["README.md"])
  }

  /// Their authors mend the options afterwards.
  @Test func adoptsBlocksWithUnknownOptions() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Kit\n\n```swift showLineNumbers\nprint(1)\n```\n", to: "README.md")
    let run = try await docgen(["adopt", "README.md"], in: folder)
    #expect(lastLine(run).contains("1 Swift block: 1 verified"), "\(run.output)")
  }

  /// Text may follow the comment, as in a README with a last section.
  @Test func usesTheCommentOfADocument() async throws {
    let folder = try TemporaryFolder()
    let text =
      "# Kit\n\n```swift\nprint(1)\n```\n```output\n1\n```\n\n"
      + "<!-- samples: {run: all} -->\n\nMade by Travel Ltd.\n"
    try folder.write(text, to: "README.md")
    let run = try await docgen(["adopt", "README.md"], in: folder)
    #expect(lastLine(run).contains("1 verified (1 before"), "\(run.output)")
    #expect(folder.text("README.md") == text)
  }

  @Test func adoptsAllDocumentsOfAPackage() async throws {
    let folder = try TemporaryFolder()
    try folder.write("title: Kit\n", to: "site.yml")
    try folder.write("# Kit\n\n```swift\nprint(1) // Prints \"1\"\n```\n", to: "README.md")
    try folder.write("# Start\n\n```swift\nKit.start()\n```\n", to: "docs/start.md")
    try folder.write("# Notes\n\n```swift\nprint(2)\n```\n", to: "notes/a.md")
    let run = try await docgen(["adopt"], in: folder)
    #expect(lastLine(run).hasPrefix("adopted: 2 documents (1 changed), 2 Swift blocks: 1 verified"))
    #expect(run.output.contains("docs/start.md:3:1: shown: cannot find 'Kit' in scope\n"))
    #expect(
      run.errorOutput.contains("in 'Samples/setup/imports.swift' what the text takes for granted"),
      "\(run.errorOutput)")
    #expect(
      folder.text("site.yml")
        == "title: Kit\nsamples: {run: pages, session: page, prints: compare}\n")
    let build = try await docgen(["build"], in: folder)
    #expect(build.output.contains("1 sample ("), "\(build.output)\(build.errorOutput)")
    try FileManager.default.removeItem(at: folder.url.appending(path: "site.yml"))
    #expect(try await docgen(["adopt"], in: folder).status == 0)
    #expect(folder.text("site.yml")?.hasPrefix("samples: {run: pages") == true)
  }

  /// `shown` has no meaning next to `runnable`.
  @Test func leavesWhatTheAuthorMarked() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Kit\n\n```swift runnable\nprint(kit)\n```\n", to: "content/index.md")
    // A site that docgen wrote.
    try folder.write("", to: "site/.docgen")
    try folder.write("# Kit\n\n```swift\nprint(1)\n```\n", to: "site/index.md")
    let run = try await docgen(["adopt", "."], in: folder)
    #expect(lastLine(run).contains("1 document "), "\(run.output)")
    #expect(run.output.contains("still fails: cannot find 'kit' in scope"), "\(run.output)")
    #expect(folder.text("content/index.md")?.contains("```swift runnable\n") == true)
  }

  @Test func leavesDocumentsWithIncludedFiles() async throws {
    let folder = try TemporaryFolder()
    let text = "# Kit\n\n```swift\n{{#include ../kit.swift}}\n```\n\n```swift\nprint(kit)\n```\n"
    try folder.write(text, to: "content/index.md")
    try folder.write("let kit = 1\n", to: "kit.swift")
    // Its Swift blocks include nothing.
    try folder.write(
      "# Data\n\n```json\n{{#include ../a.json}}\n```\n\n```swift\nprint(1)\n```\n",
      to: "content/json.md")
    try folder.write("{}\n", to: "a.json")
    let run = try await docgen(["adopt"], in: folder)
    #expect(run.status == 0)
    #expect(
      run.errorOutput.contains(
        "docgen leaves 1 document whose Swift blocks include files, such as 'content/index.md';"),
      "\(run.errorOutput)")
    #expect(folder.text("content/index.md") == text)
    #expect(folder.text("content/site.yml") == nil)
    #expect(folder.text("content/json.md")?.contains("<!-- samples: ") == true)
    #expect(try await docgen(["check"], in: folder).status == 0)
  }

  @Test(
    arguments: [
      (["adopt"], 3, "there are no documents in "),
      (["adopt", "x", "--dry"], 2, "unknown option '--dry'; did you mean '--dry-run'?\n"),
    ] as [([String], Int32, String)])
  func refuses(_ words: [String], _ status: Int32, _ message: String) async throws {
    let run = try await docgen(words, in: try TemporaryFolder())
    #expect(run.status == status)
    #expect(run.errorOutput.hasPrefix("docgen: \(message)"))
  }
}
