import DocgenGround
import DocgenPipeline
import DocgenTestSupport
import Foundation
import Testing

/// A site that is edited at random and built after each edit is the same as one built from nothing,
/// on any number of cores.
@Suite(.fewAtOnce) struct EditedSiteTests {
  private let folder: TemporaryFolder
  private var root: URL { folder.url.appending(path: "root") }

  init() throws { folder = try TemporaryFolder() }

  @Test func equalsACleanBuildHoweverItIsEdited() async throws {
    var random = SeededGenerator(seed: 7)
    try write("Home\n\n[One](p1.md)", to: "index.md")
    try await git("init -q")
    for number in [8, 11, 13, 14, 10, 1, 2, 3, 4, 5, 6, 12] { try await edit(number, &random) }
    var unchangedCount = 0
    var cachedCount = 0
    for step in 1...80 {
      let number = Int.random(in: 1...14, using: &random)
      if step % 10 != 0 { try await edit(number, &random) }
      let report = try await build(into: "site")
      if report.isUnchanged { unchangedCount += 1 }
      cachedCount += report.cachedPageCount
      // The next edit of a page may hide what one of another file leaves undone.
      if step % 5 == 0 || number > 10 {
        try await Concurrency.$workers.withValue([1, 2, 8][step % 3]) {
          try await expectCleanBuild("step \(step)", saying: report)
        }
      }
    }
    #expect(unchangedCount >= 1)
    #expect(cachedCount >= 80)
  }

  /// Of a navigation that is too long for every page, most pages show nothing of another folder's
  /// pages.
  ///
  /// One that comes or goes changes what the search has, and on the home page the number of all
  /// examples.
  @Test func mostPagesOfALongNavigationStay() async throws {
    for number in 0..<48 { try write("# Page \(number)\n", to: "f\(number % 4)/p\(number).md") }
    try write("---\nlayout: home\n---\n# Home\n", to: "index.md")
    // They show the title of another page, and the heading that an alias of another page leads to.
    try write("# Linking\n\n<doc:p9>, [its part](../f1/p9.md#part)\n", to: "f0/p4.md")
    try write("# Page 9\n\n## Part\n", to: "f1/p9.md")
    try write("# Sample\n\n```sh runnable\ntrue\n```\n", to: "f0/p8.md")
    try write("proof: f2/p2.md\n", to: "site.yml")
    _ = try await build(into: "site")
    for (name, text) in [
      ("f1/p9.md", "# Other\n\n## Part\n"), ("f1/p9.md", "# Other\n\n## Part\n\n## New\n"),
      ("f1/p9.md", "---\naliases: [{\"#part\": new}]\n---\n# Other\n\n## New\n"),
      ("f1/p5.md", "# Page 5\n\n```swift\nprint(1)\n```\n"), ("f0/new.md", "# New\n"),
      ("f0/new.md", nil),
    ] {
      if let text {
        try write(text, to: name)
      } else {
        try FileManager.default.removeItem(at: root.appending(path: "content/\(name)"))
      }
      let report = try await build(into: "site")
      #expect(report.cachedPageCount >= 34, "\(name)")
      try await expectCleanBuild("\(name)")
    }
    // The proof of a sample leads to the page that explains it.
    try write("---\npermalink: f2/how/\n---\n# Page 2\n", to: "f2/p2.md")
    _ = try await build(into: "site")
    try await expectCleanBuild("another address of the page about proofs")
  }

  /// Expects the site to be that of a build without a cache, which also says the same.
  private func expectCleanBuild(
    _ comment: Comment, saying report: BuildReport? = nil
  ) async throws {
    let kept = folder.url.appending(path: "kept")
    try FileManager.default.moveItem(at: cache, to: kept)
    let clean = try await build(into: "clean")
    if let report { #expect(report.diagnostics == clean.diagnostics, comment) }
    try? FileManager.default.removeItem(at: cache)
    try FileManager.default.moveItem(at: kept, to: cache)
    #expect(try files(of: "site") == files(of: "clean"), comment)
  }

  @Test func aCutCacheIsReplaced() async throws {
    try write("# Other\n", to: "other.md")
    try write("# Home\n\nOne\n", to: "index.md")
    _ = try await build(into: "site")
    let caches = try FileManager.default.subpathsOfDirectory(atPath: cache.path)
    let file = try #require(caches.first { $0.contains("pages-") })
    let handle = try FileHandle(forUpdating: cache.appending(path: file))
    try handle.truncate(atOffset: try handle.seekToEnd() - 1)
    try handle.close()
    for (text, cachedCount) in [("Two", 0), ("Three", 1)] {
      try write("# Home\n\n\(text)\n", to: "index.md")
      let report = try await build(into: "site")
      #expect(report.cachedPageCount == cachedCount)
    }
  }

  @Test func aFileThatSomebodyRemovedComesBack() async throws {
    try write("# Home\n", to: "index.md")
    _ = try await build(into: "site")
    let page = folder.url.appending(path: "site/index.html")
    let bytes = try Data(contentsOf: page)
    try FileManager.default.removeItem(at: page)
    _ = try await build(into: "site")
    #expect(FileManager.default.contents(atPath: page.path) == bytes)
  }

  private var cache: URL { root.appending(path: ".build") }

  private func build(into name: String) async throws -> BuildReport {
    var options = SiteBuilder.Options(root: root, output: folder.url.appending(path: name))
    options.usesRecord = true
    let report = try await SiteBuilder(options: options, package: .testing).build()
    #expect(report.isGood, "\(report.diagnostics)")
    return report
  }

  /// Writes, changes or removes a page, an image, a sample, or a file beside them, or commits the
  /// site.
  private func edit(_ number: Int, _ random: inout SeededGenerator) async throws {
    let words = ["token", "session", "channel", "login", "issuer", "key"]
    let word = words.randomElement(using: &random) ?? ""
    let other = Int.random(in: 1...6, using: &random)
    switch number {
    case 7: try write(word, to: "image.png")
    case 8:
      // Without a title, the package's name is the site's.
      try write(
        (other < 4 ? "title: \(word)\n" : "")
          + "documents: [content, notes.md]\nrepository: https://example.com/\n", to: "site.yml")
    case 9:
      // Pages that come, go and change their addresses, also with each other.
      let name = "more/\(["README", "index", "a", "b"].randomElement(using: &random) ?? "").md"
      let file = root.appending(path: "content/\(name)")
      if FileManager.default.fileExists(atPath: file.path) {
        try FileManager.default.removeItem(at: file)
      } else {
        let isMoved = name.hasSuffix("a.md") && Bool.random(using: &random)
        try write(
          (isMoved ? "---\npermalink: \(word)/\n---\n" : "")
            + "# \(word)\n\n[Old](../p10.md#was)\n",
          to: name)
      }
    case 10:
      // An anchor that only links keep.
      try write(
        "---\naliases: [{\"#was\": \(word)}, former/\(word)/]\n---\n# Moved\n\n## \(word)\n",
        to: "p10.md")
    case 11:
      // A document outside of `content` links to a file of the repository, or a folder.
      try write("# Notes\n\n[Code](code)\n", to: "../notes.md")
      try? FileManager.default.removeItem(at: root.appending(path: "code"))
      try write(word, to: other < 4 ? "../code" : "../code/a.swift")
    case 12:
      try await git("add content")
      try await git("-c user.name=a -c user.email=a@b commit -q --allow-empty -m \(word)")
    case 13:
      try write("# Sample\n\n```sh runnable\necho \(word)\n```\n", to: "sample.md")
    case 14: try write("let package = Package(name: \"\(word)\")\n", to: "../Package.swift")
    default:
      // A page that isn't there can't be linked to.
      let link =
        FileManager.default.fileExists(
          atPath: root.appending(path: "content/p\(other).md").path)
        ? "[\(word)](\(other == number ? "p10.md#was" : "p\(other).md"))" : word
      try write(
        "---\norder: \(other)\n\(other < 3 ? "unused" : "also-unused"): \(word)\n---\n"
          + "# \(Bool.random(using: &random) ? "Page \(number)" : word)\n\n\(link)\n\n## \(word)\n\n"
          + "```json\n{\"a\": \"\(word)\"}\n```\n", to: "p\(number).md")
    }
  }

  /// Runs git in the site's folder; each commit is a day later.
  private func git(_ arguments: String) async throws {
    let run = try await RunningProgram.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        """
        day=$((10 + $(git rev-list --count --all || echo 0)))
        GIT_COMMITTER_DATE=2026-01-${day}T12:00:00Z git \(arguments)
        """,
      ],
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null"], in: root)
    #expect(run.status == 0, "\(run.errorOutput)")
  }

  private func write(_ text: String, to name: String) throws {
    let file = root.appending(path: "content/\(name)")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func files(of name: String) throws -> [String: Data] {
    let base = folder.url.appending(path: name)
    return try FileManager.default.subpathsOfDirectory(atPath: base.path).reduce(into: [:]) {
      $0[$1] = FileManager.default.contents(atPath: base.appending(path: $1).path)
    }
  }
}
