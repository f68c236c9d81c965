import DocgenTestSupport
import Foundation
import Testing

/// The progress that a running build reports.
@Suite(.fewAtOnce) struct ProgressTests {
  private static let docgen = BuiltProducts.folder.appending(path: "docgen")

  private static let failure = """
    failed: content/index.md:4:14: error: cannot convert value of type 'String' to specified type 'Int' \
    [compile-error] (sample 'wrong')
    """

  private func site(_ second: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      # Home

      ```swift compile-only id=wrong
      let a: Int = ""
      ```

      ```swift runnable timeout=600
      \(second)
      ```
      """, to: "content/index.md")
    return folder
  }

  /// The second sample never ends by itself.
  @Test(.timeLimit(.minutes(20))) func aFailureIsToldWhileOthersRun() async throws {
    let folder = try site("while true {}")
    let program = try RunningProgram(Self.docgen, ["check", "--root", folder.url.path])
    defer { program.stop() }
    let told = try await program.first(/failed: .*\n/).map(String.init)
    #expect(told == Self.failure + "\n")
  }

  @Test func theWholeIsToldAtTheEndAllTheSame() async throws {
    let folder = try site("print(1)")
    let run = try await RunningProgram.run(Self.docgen, ["check", "--root", folder.url.path])
    #expect(run.status == 1)
    #expect(run.output.hasPrefix(Self.failure + "\nfailed: 1 page, 0 links, 2 samples ("))
    #expect(run.errorOutput.hasPrefix(Self.failure.dropFirst("failed: ".count) + "\n    4 | let a"))
    let quiet = try await RunningProgram.run(
      Self.docgen, ["check", "--quiet", "--root", folder.url.path])
    #expect(quiet.output.isEmpty)
    #expect(quiet.errorOutput == run.errorOutput)
  }

  #if os(Linux)
    /// On a terminal, which `script` makes.
    @Test func aTerminalShowsHowFarItIs() async throws {
      let folder = try site("print(1)")
      let run = try await RunningProgram.run(
        URL(filePath: "/usr/bin/script"),
        ["-qec", "'\(Self.docgen.path)' check --root '\(folder.url.path)'", "/dev/null"])
      #expect(run.status == 1)
      let text = run.output.replacing("\r\n", with: "\n")
      #expect(text.contains("\r\u{1B}[K\(Self.failure)\n"))
      for number in 0...3 {
        #expect(text.contains("\r\u{1B}[Ksamples: \(number) of 3 steps"))
      }
      let end = try #require(text.ranges(of: "samples: 3 of 3 steps").last)
      #expect(text[end.upperBound...].hasPrefix("\r\u{1B}[K"))
    }
  #endif
}
