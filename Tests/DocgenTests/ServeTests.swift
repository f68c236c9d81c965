import DocgenGround
import DocgenHTTPClient
@testable import DocgenProgram
import DocgenTestSupport
import Foundation
import Testing

/// `docgen serve` from outside: a page, a change, a mistake, and the events for the browser.
@Suite(.fewAtOnce) struct ServeTests {
  @Test(.timeLimit(.minutes(20)))
  func showsChangesAndMistakes() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Home\n\nFirst text.\n", to: "content/index.md")
    let server = try ServedSite(root: folder.url)
    defer { server.stop() }
    let address = try #require(try await server.address())
    try await #expect(server.get(address).contains("First text."))

    var events = try EventStream(of: address)
    try await #expect(events.next() == [": listening"])
    try folder.write("# Home\n\nSecond text, longer.\n", to: "content/index.md")
    try await #expect(events.next() == ["event: reload", "data:"])
    try await #expect(server.get(address).contains("Second text"))

    try folder.write("# Home\n\n#### Deep\n\n[broken](gone.md) text.\n", to: "content/index.md")
    try await #expect(events.next() == ["event: reload", "data:"])
    try await #expect(server.get(address).contains("broken</a> text."))
    events = try EventStream(of: address)
    try await #expect(events.next() == [": listening"])
    let problems = try await events.next().filter { $0.contains("content/index.md:") }
    #expect(
      problems.first?.hasPrefix("data: content/index.md:5:1: error: 'gone.md' leads to no page")
        == true)
    #expect(problems.last?.contains("content/index.md:3:1: warning: ") == true, "\(problems)")

    // Its problems are the same, but not its page.
    try folder.write("# Home\n\n#### Deep\n\n[broken](gone.md) link.\n", to: "content/index.md")
    try await #expect(events.next() == ["event: reload", "data:"])
    let again = try await server.program.first(#/\nfailed: .*\n([\s\S]*?)\nfailed: /#)?.1
    #expect(again?.contains("heading-order") == false)
    #expect(again?.contains("docgen: note: 1 earlier problem not repeated") == true)
  }

  @Test(.timeLimit(.minutes(20)))
  func showsDocumentsOfAPackageThatDoesNotCompile() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Trips", products: [.library(name: "Trips", targets: ["Trips"])],
        targets: [.target(name: "Trips")])
      """, to: "Package.swift")
    try folder.write("public let stops = two\n", to: "Sources/Trips/a.swift")
    let sample = "```swift runnable\nimport Trips\n\nprint(stops)\n```\n\n```output\n2\n```\n"
    try folder.write("# Trips\n\nFirst text.\n\n\(sample)", to: "README.md")
    let server = try ServedSite(root: folder.url)
    defer { server.stop() }
    let address = try #require(try await server.address())
    try await #expect(server.get(address).contains("First text."))

    var events = try EventStream(of: address)
    try await #expect(events.next() == [": listening"])
    let problem = "Sources/Trips/a.swift:1:20: error: cannot find 'two' in scope [compile-error]"
    try await #expect(events.next().dropFirst().first == "data: \(problem)")
    try folder.write("# Trips\n\nSecond text, longer.\n\n\(sample)", to: "README.md")
    try await #expect(events.next() == ["event: reload", "data:"])
    try await #expect(server.get(address).contains("Second text"))

    try folder.write("public let stops = 2\n", to: "Sources/Trips/a.swift")
    try await #expect(events.next() == ["event: reload", "data:"])
    #expect(try await server.program.first(/built: 1 page.*1 run, 0 failed/) != nil)
  }

  /// A package manager that was killed can't end the program that its plugin became.
  @Test(.timeLimit(.minutes(20)))
  func endsWithThePackageManagerThatStartedIt() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Home\n", to: "content/index.md")
    let run = try await docgen(
      ["serve", "--root", folder.url.path, "--port", "0"], environment: ["DOCGEN_PARENT": "1"])
    #expect(run.status == 0)
    #expect(run.output.contains("serving http://"))
  }
}

/// A `docgen serve` that runs while the test does.
private struct ServedSite {
  let program: RunningProgram

  init(root: URL) throws {
    program = try RunningProgram(
      URL(filePath: "/bin/sh"),
      [
        "-c", "exec \"$0\" serve --root \"$1\" --port 0 2>&1",
        BuiltProducts.folder.appending(path: "docgen").path, root.path,
      ])
  }

  /// The address the program says it serves; `nil` when it ends without saying one.
  func address() async throws -> URL? {
    try await program.first(/serving (http:\/\/\S+\/)/).flatMap { URL(string: String($0.1)) }
  }

  func get(_ url: URL) async throws -> String {
    try await DefaultTransport().send(TransportRequest(url: url)).text
  }

  func stop() { program.stop() }
}

@Suite(.fewAtOnce) struct FolderWatcherTests {
  @Test func waitsUntilChangesHaveCome() async throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "content/a.md")
    let watcher = FolderWatcher(folders: [folder.url.appending(path: "content")])
    let before = watcher.snapshot()
    var looks = 0
    let after = try await watcher.change(since: before) {
      looks += 1
      // Nothing, a first write, a second one, then quiet.
      if looks == 2 { try folder.write("22", to: "content/a.md") }
      if looks == 3 { try folder.write("3", to: "content/new/b.md") }
    }
    #expect(looks == 4)
    #expect(after.digest == watcher.snapshot().digest)
    #expect(after.digest != before.digest)
  }

  @Test func watchesMoreFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "content/a.md")
    try folder.write("1", to: "src/main.swift")
    var watcher = FolderWatcher(folders: [folder.url.appending(path: "content")])
    var seen = watcher.snapshot()
    let main = folder.url.appending(path: "src/main.swift").path
    let before = seen.digest
    watcher.watch([folder.url.appending(path: "content/a.md").path], seen: &seen)
    #expect(seen.digest == before)
    watcher.watch([main], seen: &seen)
    #expect(watcher.snapshot().digest == seen.digest)
    try folder.write("22", to: "src/main.swift")
    let after = watcher.snapshot()
    #expect(after.digest != seen.digest)
    #expect(after.newest.contains(main))
  }

  @Test func watchesFilesThatAreInItsFoldersOnlyByALink() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "docs/a.md")
    try folder.write("1", to: "content/.included/b.md")
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "content/docs"),
      withDestinationURL: folder.url.appending(path: "docs"))
    var watcher = FolderWatcher(folders: [folder.url.appending(path: "content")])
    var seen = watcher.snapshot()
    for path in ["content/docs/a.md", "content/.included/b.md"] {
      watcher.watch([folder.url.appending(path: path).path], seen: &seen)
      try folder.write("22", to: path)
      let now = watcher.snapshot()
      #expect(now.digest != seen.digest)
      seen = now
    }
  }

  @Test func passesOverTheSite() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "a.md")
    let watcher = FolderWatcher(folders: [folder.url], except: folder.url.appending(path: "site"))
    let before = watcher.snapshot()
    try folder.write("1", to: "site/index.html")
    #expect(watcher.snapshot().digest == before.digest)
    try folder.write("1", to: "Docs/site/a.md")
    #expect(watcher.snapshot().digest != before.digest)
  }

  @Test func noticesRemovalAndPassesOverHiddenFiles() throws {
    let folder = try TemporaryFolder()
    try folder.write("1", to: "guides/a.md")
    let watcher = FolderWatcher(folders: [folder.url])
    let before = watcher.snapshot()
    // An editor's own file, which changes the time of its folder, too.
    try folder.write("x", to: "guides/.a.md.swp")
    #expect(watcher.snapshot().digest == before.digest)
    try FileManager.default.removeItem(at: folder.url.appending(path: "guides/a.md"))
    #expect(watcher.snapshot().digest != before.digest)
  }
}
