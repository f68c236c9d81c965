import DocgenTestSupport
import Foundation
import Testing

/// Builds that are killed at any moment leave nothing that the next one would trip over.
@Suite(.fewAtOnce) struct KilledBuildTests {
  private static let docgen = BuiltProducts.folder.appending(path: "docgen")

  private func site() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      # Numbers

      ```swift runnable
      print(1)
      ```

      ```swift runnable
      print(2)
      ```
      ```output
      2
      ```

      ```swift compile-only
      let three = 3
      ```
      """, to: "content/index.md")
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "tmp"), withIntermediateDirectories: false)
    return folder
  }

  private func build(_ folder: TemporaryFolder) async throws -> RunningProgram.Result {
    try await RunningProgram.run(
      Self.docgen, ["build", "--root", folder.url.path],
      environment: ["TMPDIR": folder.url.appending(path: "tmp").path])
  }

  private func pages(_ folder: TemporaryFolder) -> [String: [UInt8]] {
    folder.snapshot().filter { $0.key.hasPrefix("site/") }
  }

  @Test func theNextBuildIsRightAfterTenKills() async throws {
    let clean = try site()
    let start = ContinuousClock.now
    #expect(try await build(clean).status == 0)
    let duration = ContinuousClock.now - start
    let folder = try site()
    // Spread over a build, in an order without a pattern.
    for number in 0..<10 {
      let program = try RunningProgram(
        Self.docgen, ["build", "--root", folder.url.path],
        environment: ["TMPDIR": folder.url.appending(path: "tmp").path])
      // The one sleep of these tests that waits for nothing: its end is the moment to try.
      try await Task.sleep(for: duration * Double(number * 7 % 10) / 10)
      program.stop()
      // So that there is something left to kill.
      if number.isMultiple(of: 5) {
        try? FileManager.default.removeItem(at: folder.url.appending(path: ".build"))
      }
    }
    let last = try await build(folder)
    #expect(last.status == 0)
    #expect(!last.errorOutput.contains("cache"), "\(last.errorOutput)")
    #expect(pages(folder) == pages(clean))
    #expect(pages(folder).count > 1)
    let left = try FileManager.default.contentsOfDirectory(
      atPath: folder.url.appending(path: "tmp").path)
    #expect(left == [])
    let beside = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(!beside.contains { $0.hasPrefix(".site") })
    #expect(try await build(folder).output.contains("3 cached"))
  }

  /// What a sample started, and hid as well as it can, goes with the build when that is killed.
  ///
  /// Unconfined, for else the pipe by which this is seen would be hidden.
  @Test(.timeLimit(.minutes(20))) func nothingOutlivesAKilledBuild() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.url.appending(path: "pipe").path
    #expect(mkfifo(pipe, 0o600) == 0)
    try folder.write(
      """
      # Staying

      ```sh runnable timeout=600
      setsid sh -c '(setsid env -i sleep 100000 > \(pipe)) &'
      sleep 100000
      ```
      """, to: "content/index.md")
    let tools = folder.url.appending(path: "tools")
    try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: false)
    let paths = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let compiler = try #require(
      paths.map { "\($0)/swiftc" }.first(where: FileManager.default.isExecutableFile))
    try FileManager.default.createSymbolicLink(
      atPath: tools.appending(path: "swiftc").path, withDestinationPath: compiler)
    let program = try RunningProgram(
      Self.docgen, ["check", "--root", folder.url.path, "--confine", "off"],
      environment: ["PATH": tools.path])
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        // Opened when the hidden process is there, and at its end when that is gone.
        let file = FileHandle(forReadingAtPath: pipe)
        program.signal(SIGKILL)
        _ = try? file?.readToEnd()
        continuation.resume()
      }
    }
    #expect(await program.end() == nil)
  }

  #if os(Linux)
    /// The compilers, too, that are in the middle of a sample which takes them two minutes.
    @Test(.timeLimit(.minutes(20)), arguments: [SIGKILL, SIGINT, SIGTERM])
    func compilersEndWithTheBuild(_ signal: Int32) async throws {
      let folder = try TemporaryFolder()
      let endless = (0..<80).map { number in
        """
        let sum\(number) = [1, 2, 3].map { $0 * 2 + 1.5 - -$0 }.reduce(0) { $0 + $1 - 1 / 2 }
          + [1: 2].map { $0.key + $0.value * 2.5 }.first! - "a".count * 1.5
          + [[1], [2.0]].flatMap { $0 }.map { -$0 + 1 }.reduce(0, +)
        """
      }.joined(separator: "\n")
      // So many that compilers are shared, and one more that isn't.
      let page =
        (0..<5).map { "```swift runnable\nlet number = \($0)\n\(endless)\n```\n\n" }.joined()
        + "```swift runnable expect=compile-error\n\(endless)\n```\n"
      try folder.write(page, to: "content/index.md")
      let temporary = folder.url.appending(path: "tmp").path
      try FileManager.default.createDirectory(
        atPath: temporary, withIntermediateDirectories: false)
      let program = try RunningProgram(
        Self.docgen, ["check", "--jobs", "3", "--root", folder.url.path],
        environment: ["TMPDIR": temporary])
      while Self.processes(with: "HOME=\(temporary)/") < 3 { await Task.yield() }
      program.signal(signal)
      _ = await program.end()
      // By themselves they would end at the limit of their sample.
      let limit = ContinuousClock.now + .seconds(90)
      while Self.processes(with: "HOME=\(temporary)/") > 0, ContinuousClock.now < limit {
        await Task.yield()
      }
      #expect(Self.processes(with: "HOME=\(temporary)/") == 0)
    }

    /// How many processes have something in their environment.
    private static func processes(with text: String) -> Int {
      let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return numbers.count { number in
        guard Int(number) != nil,
          let environment = FileManager.default.contents(atPath: "/proc/\(number)/environ")
        else { return false }
        return String(decoding: environment, as: UTF8.self).contains(text)
      }
    }
  #endif
}
