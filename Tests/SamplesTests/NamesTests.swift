import DocgenDocModel
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// The types of the names in samples, as the toolchain knows them.
@Suite(.fewAtOnce) struct NamesTests {
  private let site: TestSite

  init() throws { site = try TestSite() }

  private static let page = """
    ```swift runnable setup=user
    import SampleFixtureKit

    // user is no name here.
    let sessions = [user, "é"].map { Session(user: $0) }
    for session in sessions where !session.user.isEmpty { print(session.user) }
    print((try? FixtureKit.fail()) == nil, FixtureKit.name)
    ```
    """

  private func build(
    _ processes: any ProcessLauncher = SystemProcesses(), _ page: String = page
  ) async throws -> SampleReport {
    let samples = samples(page, setups: [("user.swift", "let user = \"a\"\n\n")])
    return try await SampleEngine(environment: site.environment, processes: processes)
      .run(samples, withNames: true)
  }

  /// The names of an outcome, a line each.
  private func dump(_ outcome: SampleOutcome, _ page: String = page) -> [String] {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    return outcome.names.map { name in
      let text = lines[name.line + outcome.firstLine - 1].utf8.dropFirst(name.column)
      let word = String(decoding: text.prefix(name.length), as: UTF8.self)
      return "\(name.line) \(word): \(name.type ?? "-") = \(name.symbol)"
    }
  }

  @Test func haveTypesAndOwners() async throws {
    let report = try await build()
    #expect(
      dump(report.outcomes[0]) == [
        "0 SampleFixtureKit: - = SampleFixtureKit",
        "3 sessions: [Session] = sessions",
        "3 user: String = user",
        "3 map: ((String) -> Session) -> [Session] = [String].map",
        "3 Session: (String) -> Session = Session",
        "3 $0: String = $0",
        "4 session: Session = session",
        "4 sessions: [Session] = sessions",
        "4 session: Session = session",
        "4 user: String = Session.user",
        "4 isEmpty: Bool = String.isEmpty",
        "4 print: (Any..., String, String) -> () = print",
        "4 session: Session = session",
        "4 user: String = Session.user",
        "5 print: (Any..., String, String) -> () = print",
        "5 FixtureKit: FixtureKit.Type = FixtureKit",
        "5 fail: () throws -> () = FixtureKit.fail",
        "5 FixtureKit: FixtureKit.Type = FixtureKit",
        "5 name: String = FixtureKit.name",
      ])
    #expect(report.summary.remarks == [])
  }

  @Test func areCachedWhereverTheSampleIs() async throws {
    let first = try await build()
    let processes = CountingProcesses()
    let moved = "# Title\n\n" + Self.page
    let second = try await build(processes, moved)
    #expect(dump(second.outcomes[0], moved) == dump(first.outcomes[0]))
    #expect(await processes.counts[.compilations] == nil)
  }

  @Test func areMissingAndCountedWhereSourcekitdCrashes() async throws {
    let report = try await build(ReplacedProcesses.workers("read request && kill -SEGV $$"))
    #expect(report.outcomes.map(\.result) == [.passed])
    #expect(report.outcomes[0].names == [])
    #expect(
      report.summary.remarks == ["1 sample has no types on hover, because sourcekitd failed"])
    #expect(try await build().outcomes[0].names.count == 19)
  }
}
