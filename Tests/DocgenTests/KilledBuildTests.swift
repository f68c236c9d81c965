import Foundation
import TestSupport
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

  private func build(_ folder: TemporaryFolder) async throws -> ProgramRun {
    try await ProgramRun.run(
      Self.docgen, ["build", "--root", folder.url.path],
      environment: ["TMPDIR": folder.url.appending(path: "tmp").path])
  }

  private func pages(_ folder: TemporaryFolder) -> [String: [UInt8]] {
    folder.snapshot().filter { $0.key.hasPrefix("site/") }
  }

  @Test func theNextBuildIsRightAfterFiftyKills() async throws {
    let clean = try site()
    let start = ContinuousClock.now
    #expect(try await build(clean).status == 0)
    let duration = ContinuousClock.now - start
    let folder = try site()
    // Spread over a whole build, in an order without a pattern.
    for number in 0..<50 {
      let program = try RunningProgram(
        Self.docgen, ["build", "--root", folder.url.path],
        environment: ["TMPDIR": folder.url.appending(path: "tmp").path])
      // The one sleep of these tests that waits for nothing: its end is the moment to try.
      try await Task.sleep(for: duration * Double(number * 37 % 50) / 50)
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
}
