import DocgenTestSupport
import Foundation
import Testing

/// Wrong command lines and wrong surroundings, tried on the program itself.
@Suite(.fewAtOnce) struct CommandLineTests {
  @Test(
    arguments: [
      (["biuld"], "unknown command 'biuld'; did you mean 'build'?"),
      (["build", "--rot", "x"], "unknown option '--rot'; did you mean '--root'?"),
      (["build", "--root"], "'--root' needs a value"),
      (["build", "--root", "--strict"], "'--root' needs a value"),
      (["build", "--strict=yes"], "'--strict' takes no value"),
      (["build", "--jobs", "0"], "'--jobs' takes a whole number from 1 to 256, not '0'"),
      (["build", "--jobs=many"], "'--jobs' takes a whole number from 1 to 256, not 'many'"),
      (["check", "--update"], "'--update' writes documents; use it with 'docgen build'"),
      (
        ["build", "--update", "--no-samples"],
        "'--update' needs samples to run; leave out '--no-samples'"
      ),
      (["build", "content"], "unexpected word 'content'; options begin with '--'"),
      (["help", "biuld"], "unknown command 'biuld'; did you mean 'build'?"),
      (["help", "new", "x"], "unexpected word 'x'; nothing else follows 'docgen help new'"),
      (["--version", "x"], "unexpected word 'x'; nothing else follows 'docgen version'"),
      (["doctor", "a", "b"], "unexpected word 'b'; nothing else follows 'docgen doctor'"),
      (["init", "--force"], "unknown option '--force'; known are --help"),
      (
        ["build", "--base-url", "example.com"],
        "'--base-url' takes an address that begins with 'https://', not 'example.com'"
      ),
      (
        ["build", "--base-url", "https:///docs"],
        "'--base-url' takes an address that begins with 'https://', not 'https:///docs'"
      ),
      (
        ["build", "--base-url", "https://example.com/?a"],
        "'--base-url' takes an address without '?', '#' and blanks, not 'https://example.com/?a'"
      ),
      (
        ["build", "--base-url", "https://example.com/#a"],
        "'--base-url' takes an address without '?', '#' and blanks, not 'https://example.com/#a'"
      ),
      (
        ["build", "--base-url", "https://example.com/a b"],
        "'--base-url' takes an address without '?', '#' and blanks, not 'https://example.com/a b'"
      ),
      (["serve", "--port", "70000"], "'--port' takes a whole number from 0 to 65535, not '70000'"),
      (
        ["serve", "--output", "x"],
        "unknown option '--output'; known are --root, --package-path, --host, --port, --no-samples, --confine"
      ),
      (["check", "--confine", "of"], "unknown confinement 'of'; did you mean 'off'?"),
      (
        ["build", "--remote-cache", "cache.example"],
        "'--remote-cache' takes an address that begins with 'http://' or 'https://', "
          + "not 'cache.example'"
      ),
      (
        ["build", "--remote-cache", "http://127.0.0.1.cache.example:8080/"],
        "'--remote-cache' needs 'https://', for anybody on the way to '127.0.0.1.cache.example' could "
          + "change what samples run; 'http://' is for 'localhost', '127.0.0.1' and '[::1]'"
      ),
    ] as [([String], String)])
  func refusesWithStatus2(_ words: [String], _ message: String) async throws {
    let run = try await docgen(words)
    #expect(run.status == 2)
    #expect(run.errorOutput.hasPrefix("docgen: \(message)\n"), "\(run.errorOutput)")
    #expect(run.output.isEmpty)
  }

  @Test(
    arguments: [[], ["help"], ["--help"], ["build", "--help"], ["help", "build"]] as [[String]])
  func helps(_ words: [String]) async throws {
    let run = try await docgen(words)
    #expect(run.status == 0)
    #expect(run.output.contains("usage: docgen build"))
    #expect(run.errorOutput.isEmpty)
  }

  @Test func helpsWithOneCommand() async throws {
    let run = try await docgen(["help", "serve"])
    let options = run.output.matches(of: /(?m)^  (--\S+)/).map { String($0.1) }
    #expect(
      options == ["--root", "--package-path", "--no-samples", "--confine", "--host", "--port"])
    #expect(run.output.contains("usage: docgen serve [--root DIR]"))
    let wrong = try await docgen(["serve", "--prot", "1"])
    #expect(wrong.errorOutput.contains("Run 'docgen help serve' for the options."))
  }

  @Test(arguments: ["content/writing/package.md", "content/own-package.md"])
  func hasTheVersionThatGuidesName(_ guide: String) async throws {
    let run = try await docgen(["--version"])
    let text = try String(
      contentsOf: BuiltProducts.packageRoot.appending(path: guide), encoding: .utf8)
    let version = try #require(text.firstMatch(of: /docgen", from: "([^"]+)"/)).1
    #expect(run.output == "docgen \(version)\n")
  }

  @Test func endsWithStatus3WithoutACompiler() async throws {
    let folder = try site("```swift runnable\nprint(1)\n```\n")
    let run = try await docgen(
      ["build", "--root", folder.url.path], environment: ["PATH": "/nowhere"])
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("no Swift compiler found"))
    #expect(folder.text("site/index.html") == nil)
  }

  @Test func endsWithStatus3WhenTheSiteCannotBeWritten() async throws {
    let folder = try site("Text\n")
    try folder.write("thesis", to: "out/thesis.txt")
    let output = folder.url.appending(path: "out").path
    let run = try await docgen(["build", "--root", folder.url.path, "--output", output])
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("holds files that docgen did not write, such as 'thesis.txt'"))
    #expect(folder.text("out/thesis.txt") == "thesis")
  }

  @Test(arguments: [("nowhere/report", "No such file or directory"), (".", "Is a directory")])
  func endsWithStatus3WhenTheReportCannotBeWritten(_ name: String, _ reason: String) async throws {
    let folder = try site("Text\n")
    let path = folder.url.path + "/" + name
    let run = try await docgen(["check", "--root", folder.url.path, "--report", path])
    #expect(run.status == 3)
    #expect(
      run.errorOutput.contains("docgen: the report '\(path)' can't be written: \(reason)\n"),
      "\(run.errorOutput)")
  }

  @Test(arguments: [
    ("--report", "content/index.md", "content"), ("--report", "content/../content/new", "content"),
    ("--report", "link/index.md", "content"), ("--output", "content", "content"),
    ("--output", "templates/site", "templates"), ("--output", "Samples", "Samples"),
  ])
  func writesNothingAmongWhatItReads(
    _ option: String, _ name: String, _ source: String
  ) async throws {
    let folder = try site("Text\n")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link"),
      withDestinationURL: folder.url.appending(path: "content"))
    let path = folder.url.path + "/" + name
    let before = folder.text("content/index.md")
    let run = try await docgen(["build", "--root", folder.url.path, option, path])
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("\(option) '\(path)' is in '\(source)', which docgen only"))
    #expect(folder.text("content/index.md") == before)
    #expect(folder.text("\(source)/index.html") == nil)
  }

  @Test func aSiteThatIsALinkIsNotAmongWhatItReads() async throws {
    let folder = try site("Text\n")
    let output = folder.url.path + "/site"
    try FileManager.default.createSymbolicLink(
      atPath: output, withDestinationPath: "content")
    let run = try await docgen(["build", "--root", folder.url.path])
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("the site '\(output)' is in 'content', which docgen only"))
    #expect(folder.text("content/index.html") == nil)
  }

  @Test func writesNoReportIntoTheSite() async throws {
    let folder = try site("Text\n")
    let path = folder.url.path + "/site/index.html"
    let run = try await docgen(["build", "--root", folder.url.path, "--report", path])
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("--report '\(path)' is in the site's folder"))
  }

  /// As editors name files.
  @Test func onlyTakesAWholePath() async throws {
    let folder = try site("```swift compile-only\nlet one = 1\n```\n")
    let root = folder.url.path
    let page = try await docgen(["check", "--root", root, "--only", root + "/content/index.md"])
    #expect(page.status == 0, "\(page.errorOutput)")
    let other = try await docgen(["check", "--root", root, "--only", root + "x/content/index.md"])
    #expect(other.status == 2)
    #expect(
      other.errorOutput.contains(
        "'\(root)x/content/index.md' matches no sample; pass a page, a folder or a sample, such as "
          + "'content/index.md' or 'content/index.md#1'"))
    try folder.write("```swift compile-only id=two\nlet two = 2\n```\n", to: "content/z.md")
    let near = try await docgen(["check", "--root", root, "--only", "z.md#tow"])
    #expect(near.errorOutput.contains("such as 'content/z.md' or 'content/z.md#two'"))
    let unrun = try await docgen(["check", "--root", root, "--no-samples", "--only", "none.md"])
    #expect(unrun.status == 2)
    #expect(unrun.errorOutput.contains("'none.md' matches no sample"))
  }

  @Test func countsThePagesThatAreGone() async throws {
    let folder = try site("Text\n")
    for name in ["a", "b", "c"] { try folder.write("# \(name)\n", to: "content/\(name).md") }
    #expect(try await docgen(["build", "--root", folder.url.path]).status == 0)
    for name in ["a", "b"] {
      try FileManager.default.removeItem(at: folder.url.appending(path: "content/\(name).md"))
    }
    let run = try await docgen(["build", "--root", folder.url.path])
    #expect(
      run.errorOutput.contains("'a/index.html' is gone since the last build, as is 1 other page;"),
      "\(run.errorOutput)")
  }

  @Test func saysThatNoBlockIsVerified() async throws {
    let block = "```swift\nprint(1)\n```\n\n"
    let folder = try site(block + block + "```swift shown\nprint(2)\n```\n")
    let unmarked = try await docgen(["check", "--root", folder.url.path])
    #expect(
      unmarked.errorOutput.contains("docgen: note: 2 Swift blocks aren't verified; mark one as"),
      "\(unmarked.errorOutput)")
    let only = try await docgen(["check", "--root", folder.url.path, "--only", "errors"])
    #expect(only.errorOutput.contains("'errors' matches no sample: the site has none"))
    try folder.write("# Home\n\n\(block)```swift runnable\nprint(2)\n```\n", to: "content/index.md")
    let marked = try await docgen(["check", "--root", folder.url.path])
    #expect(!marked.errorOutput.contains("note: "), "\(marked.errorOutput)")
  }

  @Test func endsWithStatus3WhenThePortIsTaken() async throws {
    let folder = try site("Text\n")
    let run = try await docgen(["serve", "--root", folder.url.path, "--host", "192.0.2.1"])
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("cannot listen on 192.0.2.1"))
  }

  @Test func namesAFolderWithoutContent() async throws {
    let folder = try TemporaryFolder()
    let run = try await docgen(["build", "--root", folder.url.path])
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("name the site's root with --root"))
  }

  @Test func checkWritesNothing() async throws {
    let folder = try site("Text\n")
    let run = try await docgen(["check", "--root", folder.url.path])
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("checked: 1 page"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: "site").path))
  }

  /// Under `--strict` a warning counts, whichever samples are asked for.
  @Test(arguments: [["--failed"], ["--only", "content/index.md#right"]])
  func strictForgetsNoWarning(_ selection: [String]) async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "```swift runnable\nlet unused = 1\nfunc f() { let a = 1 }\n```\n\n"
        + "```swift runnable id=right\nprint(1)\n```\n", to: "content/index.md")
    let words = ["build", "--strict", "--root", folder.url.path]
    for words in [words, words + selection] {
      let run = try await docgen(words)
      #expect(run.status == 1)
      #expect(run.output.contains("1 warning (which --strict doesn't allow)"))
      #expect(folder.text("site/index.html") == nil)
    }
  }

  @Test func strictFailsOnWarnings() async throws {
    let folder = try site("A <placeholder>.\n")
    let root = ["--root", folder.url.path]
    try await #expect(docgen(["check"] + root).status == 0)
    try await #expect(docgen(["check", "--strict"] + root).status == 1)
  }

  @Test func countsSkippedSamples() async throws {
    let folder = try site("```swift runnable\nnot Swift at all\n```\n")
    let run = try await docgen(["check", "--no-samples", "--root", folder.url.path])
    #expect(run.status == 0)
    #expect(
      run.output.contains(
        "1 sample (0 cached, 0 compiled, 0 run, 0 failed, 0 linked alone, 1 skipped)"))
  }

  /// A package that doesn't build here, such as without a network, still has documents.
  @Test func buildsThePackageForSamplesAndTheReferenceOnly() async throws {
    let folder = try TemporaryFolder()
    try folder.write("not a manifest", to: "Package.swift")
    try folder.write("# Kit\n", to: "README.md")
    let check = ["check", "--root", folder.url.path]
    try await #expect(docgen(check + ["--no-samples"]).status == 0)
    try await #expect(docgen(check).status == 3)
    try folder.write("reference: [Kit]\n", to: "site.yml")
    try await #expect(docgen(check + ["--no-samples"]).status == 3)
  }

  /// `--update` rewrites a comment, and the next build describes it.
  @Test func describesTheModulesOfAPackage() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "kit", products: [.library(name: "Kit", targets: ["Kit", "CKit"])],
        targets: [.target(name: "CKit"), .target(name: "Kit")])
      """, to: "Package.swift")
    try folder.write("", to: "Sources/CKit/include/kit.h")
    try folder.write("", to: "Sources/CKit/kit.c")
    let comment = "/// A kit.\n///\n/// ```swift runnable\n/// print(kit)\n/// ```\n///\n"
    try folder.write(
      comment + "/// ```output\n/// 2\n/// ```\npublic let kit = 1\n",
      to: "Sources/Kit/Kit.swift")
    try folder.write("# Kit\n", to: "README.md")
    try folder.write("reference: [Kit]\n", to: "site.yml")
    let update = try await docgen(["build", "--update"], in: folder)
    #expect(update.status == 1)
    #expect(update.errorOutput.contains("run docgen again [stale-module]"), "\(update)")
    #expect(!update.errorOutput.contains("[output-differs]"), "\(update)")
    try await #expect(docgen(["build"], in: folder).status == 0)
    try folder.write("reference: [Kit, CKit]\n", to: "site.yml")
    let other = try await docgen(["build"], in: folder)
    #expect(
      other.errorOutput.contains("'reference' describes only Swift modules; remove 'CKit'"),
      "\(other)")
  }

  /// Also in a second build, which renders nothing else again.
  @Test func saysWhatStayedUncoloured() async throws {
    let folder = try site("```json\n\(String(repeating: "1,", count: 150_000))\n```\n")
    for command in ["check", "build", "build"] {
      let run = try await docgen(
        [command, "--no-samples", "--root", folder.url.path], environment: ["PATH": "/nowhere"])
      #expect(run.status == 0)
      #expect(run.errorOutput.contains("docgen: note: 1 block of code stayed uncoloured: "))
    }
  }

  @Test func quietPrintsProblemsOnly() async throws {
    let folder = try site("A <placeholder>.\n")
    let run = try await docgen(["check", "--quiet", "--root", folder.url.path])
    #expect(run.output.isEmpty)
    #expect(run.errorOutput.contains("[unknown-element]"))
  }

  @Test func secondBuildCompilesAndRunsNothingAndGivesTheSameBytes() async throws {
    let folder = try site("```swift runnable\nprint(6 * 7)\n```\n")
    let first = try await docgen(["build", "--root", folder.url.path])
    #expect(first.output.contains("1 sample (0 cached, 1 compiled, 1 run, 0 failed"))
    let before = folder.snapshot().filter { $0.key.hasPrefix("site/") }
    let second = try await docgen(["build", "--root", folder.url.path])
    #expect(second.output.contains("1 sample (1 cached, 0 compiled, 0 run, 0 failed"))
    #expect(folder.snapshot().filter { $0.key.hasPrefix("site/") } == before)

    let other = try site("```swift runnable\nprint(6 * 7)\n```\n")
    _ = try await docgen(["build", "--root", other.url.path])
    #expect(
      other.snapshot().filter { $0.key.hasPrefix("site/") } == before, "a clean build elsewhere")
    #expect(folder.text("site/index.html")?.contains("<samp>42\n</samp>") == true)
  }

  private func site(_ page: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("# Home\n\n" + page, to: "content/index.md")
    return folder
  }

  /// A log of GitHub Actions obeys lines that begin with `::`; what a sample prints is none of
  /// docgen's.
  @Test func whatSamplesPrintCommandsNoWorkflow() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      ```swift runnable
      print("::stop-commands::x\\n  ::error::no\\n##[error]no")
      ```
      ```output
      ::stop-commands::y
      ```

      ```swift runnable
      struct Failure: Error, CustomStringConvertible { let description = "bad\\n::stop-commands::z" }
      throw Failure()
      ```
      """, to: "content/index.md")
    for words in [[], ["--update"], ["--format", "github"]] {
      let run = try await docgen(
        ["build", "--root", folder.url.path] + words, environment: ["GITHUB_ACTIONS": "true"])
      #expect(run.status == 1)
      let lines = (run.output + run.errorOutput).split(separator: "\n")
        .map { $0.drop(while: \.isWhitespace) }
      #expect(lines.contains { $0.contains("stop-commands") })
      let commands = lines.filter { $0.hasPrefix("::") || $0.contains("##[") }
      #expect(commands.allSatisfy { $0.hasPrefix("::error file=") }, "\(commands)")
    }
  }
}
