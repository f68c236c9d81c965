import DocgenProcesses
import Foundation
import Testing

@testable import DocgenSamples

/// The host of shell programs reports how each ended, also while it is itself being ended.
struct ShellReportTests {
  private func ending(
    ofLast ends: [ShellHost.End], host: CommandResult.Ending
  ) throws -> SampleRun.Ending {
    let lines = try ends.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    let report = ShellHost.Report(lines.joined(separator: "\n"), host: host)
    return report.end(of: ends.count - 1).ending
  }

  @Test(arguments: [
    (CommandResult.Ending.startedTooMany, SampleRun.Ending.startedTooMany),
    (.wroteTooMuch, .wroteTooMuch), (.timedOut, .timedOut), (.exited(0), .exited(137)),
  ])
  func killedTogetherWithItsHost(
    host: CommandResult.Ending, expected: SampleRun.Ending
  ) throws {
    let ends: [ShellHost.End] = [
      .init(ending: .exited(0)), .init(ending: .exited(137), lines: [2]),
    ]
    #expect(try ending(ofLast: ends, host: host) == expected)
  }

  @Test func endedBeforeItsHost() throws {
    let ends: [ShellHost.End] = [
      .init(ending: .exited(0)), .init(ending: .exited(1), lines: [2]),
    ]
    #expect(try ending(ofLast: ends, host: .startedTooMany) == .exited(1))
  }
}
