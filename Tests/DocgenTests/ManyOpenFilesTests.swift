import DocgenTestSupport
import Foundation
import Testing

/// Programs start whatever else is open: hundreds of tests hold their sockets at the same time.
@Suite(.fewAtOnce) struct ManyOpenFilesTests {
  @Test func programStartsBesideTwoThousandOpenFiles() async throws {
    let files = (0..<2_000).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for file in files { close(file) } }
    let run = try await RunningProgram.run(
      URL(filePath: "/bin/sh"), ["-c", "ls /proc/$$/fd | wc -l"])
    #expect(run.status == 0)
    #expect((Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 99) < 8)
    let program = try RunningProgram(URL(filePath: "/bin/echo"), ["ready"])
    defer { program.stop() }
    #expect(try await program.first(/ready/) != nil)
  }
}
