import DocgenDocModel
import DocgenGround
import DocgenProcesses
@testable import DocgenSamples
import DocgenTestSupport
import Foundation
import Testing

/// Nothing that a run starts outlives it, however it hides, with bubblewrap and without.
@Suite(.fewAtOnce) struct LeftProcessTests {
  /// The ways to start a process that outlives the sample; it opens the pipe `ready` when it runs.
  enum Escape: String, CaseIterable {
    case child = "sleep SECONDS & : > ready"
    case group = "set -m; sleep SECONDS & : > ready"
    case session = "setsid sleep SECONDS & : > ready"
    /// Its parent is dead, its session its own, and its environment empty.
    case daemon = "setsid sh -c '(setsid env -i sh -c \": > ready; exec sleep SECONDS\" &) &'"
    /// It ignores the signals that ask it to end.
    case deaf = "setsid sh -c '(trap \"\" TERM HUP INT; : > ready; exec sleep SECONDS) &'"
  }

  /// Without a separate system a run has the same supervisor, with any files.
  private static let ways = [Confinement.bubblewrap, .none]

  private func run(
    _ page: String, _ confinement: Confinement
  ) async throws -> SampleReport {
    let site = try TestSite()
    let environment = try site.environment(confinedBy: confinement)
    let report = try await SampleEngine(environment: environment).run(samples(page))
    if confinement == .none { #expect(report.summary.confinement == .none) }
    return report
  }

  /// Every escape before every end, all in one run of the engine, so that time-outs pass together.
  @Test(arguments: ways)
  func nothingOutlivesARun(_ confinement: Confinement) async throws {
    let cases = Escape.allCases.flatMap { escape in
      ["exit(0)", "while true {}", "fatalError()"].map { (escape, $0, Sleeper.seconds()) }
    }
    let blocks = cases.map { escape, end, seconds in
      """
      ```swift runnable timeout=3
      import Foundation

      mkfifo("ready", 0o600)
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-c", #\"\"\"
        \(escape.rawValue.replacing("SECONDS", with: "\(seconds)"))
        \"\"\"#]
      try shell.run()
      // Until it is there.
      _ = try FileHandle(forReadingAtPath: "ready")?.readToEnd()
      print("started")
      \(end)
      ```

      """
    }
    let report = try await run(blocks.joined(), confinement)
    #expect(report.outcomes.count == cases.count)
    for ((escape, end, seconds), outcome) in zip(cases, report.outcomes) {
      #expect(outcome.output == "started\n", "\(escape), \(end)")
      #expect(try !Sleeper.isAlive(seconds), "\(escape), \(end)")
    }
  }

  @Test(arguments: ways)
  func processesInSessionsOfTheirOwnAreCounted(_ confinement: Confinement) async throws {
    let seconds = Sleeper.seconds()
    let report = try await run(
      """
      ```swift runnable timeout=60
      import Foundation

      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = ["-c", "while true; do (setsid env -i sleep \(seconds) &); done"]
      try shell.run()
      shell.waitUntilExit()
      ```
      """, confinement)
    #expect(report.outcomes[0].diagnostics.map(\.id) == [.tooManyProcesses])
    #expect(try !Sleeper.isAlive(seconds))
  }

  @Test(arguments: ways)
  func whatAShellBlockStartsIsGoneBeforeTheNext(_ confinement: Confinement) async throws {
    let seconds = Sleeper.seconds()
    let report = try await run(
      """
      ```sh runnable
      mkfifo ready
      setsid sh -c '(setsid env -i sh -c ": > ready; exec sleep \(seconds)" &) &'
      : < ready
      echo started
      ```

      ```sh runnable expect=exit(1)
      ps -e -o args= | grep -c "[s]leep \(seconds)"
      ```
      """, confinement)
    #expect(report.outcomes.map(\.output) == ["started\n", "0\n"])
    #expect(report.outcomes.map(\.result) == [.passed, .passed])
    #expect(try !Sleeper.isAlive(seconds))
  }

  @Test(arguments: ways)
  func anEndIsTheSamplesOwn(_ confinement: Confinement) async throws {
    let report = try await run(
      """
      ```swift runnable expect=exit(143)
      import Foundation
      exit(143)
      ```

      ```swift runnable expect=crash
      import Foundation
      kill(getpid(), SIGTERM)
      ```

      ```swift runnable expect=crash
      import Foundation
      kill(getpid(), SIGKILL)
      ```

      ```swift runnable
      import Foundation
      // A signal for all of its group reaches no other process.
      signal(SIGTERM, SIG_IGN)
      kill(0, SIGTERM)
      print("alive")
      ```
      """, confinement)
    #expect(report.outcomes.map(\.result) == [.passed, .passed, .passed, .passed])
    #expect(report.outcomes[3].output == "alive\n")
  }
}

/// What a page may say of a expected crash.
@Suite(.fewAtOnce) struct CrashTests {
  /// They are others at each run, and a page is the same whenever it is built.
  @Test func noAddressesAreShown() async throws {
    let site = try TestSite()
    let report = try await SampleEngine(environment: site.environment).run(
      samples(
        """
        ```swift runnable expect=crash
        let text: Any = "text"
        print(text as! Int)
        ```
        ```error
        Could not cast value of type 'Swift.String'
        ```
        """))
    let outcome = report.outcomes[0]
    #expect(outcome.diagnostics == [])
    #expect(
      outcome.failure
        == "Could not cast value of type 'Swift.String' (0x…) to 'Swift.Int' (0x…).")
    #expect(outcome.errorOutput.contains("(0x"))
  }
}
