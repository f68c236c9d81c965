import CDocgenSampleHost
import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// Without bubblewrap a sample sees the processes of its user, and can't end those that watch over
/// it.
@Suite(.fewAtOnce) struct GuardTests {
  private func run(_ page: String) async throws -> SampleReport {
    let site = try TestSite()
    let environment = try site.environment(confinedBy: .none)
    return try await SampleEngine(environment: environment).run(samples(page))
  }

  /// The supervisor and docgen, as a sample finds them.
  private static let watchers = """
    import Foundation

    let supervisor = getppid()
    let state = try String(contentsOfFile: "/proc/\\(supervisor)/stat", encoding: .utf8)
    let docgen = pid_t(state.split(separator: ")").last!.split(separator: " ")[1])!

    func tell(_ name: String, _ result: Int32) {
      print("\\(name):", result < 0 ? String(cString: strerror(errno)) : "done")
    }
    """

  /// Signal 0 asks only whether another may be sent: whether this works is not to cost the tests.
  @Test func noSignalReachesWhoWatches() async throws {
    let report = try await run(
      """
      ```swift runnable
      \(Self.watchers)

      @_silgen_name("tgkill") func tgkill(_ group: pid_t, _ thread: pid_t, _ signal: Int32) -> Int32
      @_silgen_name("pidfd_open") func pidfd_open(_ process: pid_t, _ flags: UInt32) -> Int32
      @_silgen_name("prlimit") func prlimit(
        _ process: pid_t, _ limit: Int32, _ new: UnsafePointer<rlimit>?, _ old: UnsafePointer<rlimit>?
      ) -> Int32

      tell("supervisor", kill(supervisor, SIGTERM))
      tell("its group", kill(-supervisor, 0))
      tell("its thread", tgkill(supervisor, supervisor, 0))
      tell("docgen", kill(docgen, 0))
      tell("docgen's group", kill(-getpgid(docgen), 0))
      tell("all", kill(-1, 0))
      tell("queue", sigqueue(supervisor, 0, sigval()))
      tell("joining", setpgid(0, supervisor))
      tell("descriptor", pidfd_open(supervisor, 0))
      var none = rlimit(rlim_cur: 0, rlim_max: 0)
      tell("limit", prlimit(supervisor, 0, &none, nil))
      tell("file's signal", fcntl(0, 10, SIGKILL))
      ```
      """)
    let outcome = report.outcomes[0]
    let refused = [
      "supervisor", "its group", "its thread", "docgen", "docgen's group", "all", "queue",
      "joining", "descriptor", "limit", "file's signal",
    ].map { "\($0): Operation not permitted\n" }
    #expect(outcome.output == refused.joined())
    #expect(outcome.diagnostics == [])
  }

  /// Where the kernel knows scopes, one sample can't end another either.
  @Test func noSignalReachesAStrangerWhereTheKernelKnowsScopes() async throws {
    // The process that runs the tests; signal 0 does it no harm.
    let stranger = getppid()
    let report = try await run(
      """
      ```swift runnable
      import Foundation

      print(kill(\(stranger), 0), errno == EPERM)
      ```

      ```sh runnable
      kill -0 \(stranger) 2>/dev/null && echo reached || echo refused
      ```
      """)
    let isScoped = csamplehost_scopes_signals() != 0
    #expect(
      report.outcomes.map(\.output)
        == (isScoped ? ["-1 true\n", "refused\n"] : ["0 false\n", "reached\n"]))
  }

  @Test func aKernelWithoutFiltersIsRemarkedOn() {
    func remarks(_ bubblewrap: Sandbox.Bubblewrap, _ filtersCalls: Bool) -> [String] {
      Sandbox(bubblewrap: bubblewrap, restrictsFiles: true, processes: SystemProcesses())
        .remarks(whereKernelFiltersCalls: filtersCalls)
    }
    #expect(csamplehost_filters_calls() == 1)
    #expect(remarks(.missing, true) == [] && remarks(.working(program: "bwrap"), false) == [])
    #expect(
      remarks(.missing, false) == [
        "this kernel filters no system calls (seccomp), so a sample can end docgen, or leave "
          + "processes behind; install bubblewrap"
      ])
    #expect(remarks(.refused("why"), false).count == 2)
  }

  /// What is its own, a sample may end.
  @Test func signalsReachASamplesOwnProcesses() async throws {
    let report = try await run(
      """
      ```swift runnable
      import Foundation

      let sleeper = Process()
      sleeper.executableURL = URL(filePath: "/bin/sleep")
      sleeper.arguments = ["1000"]
      try sleeper.run()
      sleeper.terminate()
      sleeper.waitUntilExit()
      print(sleeper.terminationStatus)
      signal(SIGUSR1) { _ in }
      print(raise(SIGUSR1), kill(0, 0), kill(getpid(), SIGUSR1))
      ```

      ```sh runnable
      sleep 1000 & kill $!
      wait $! || echo $?
      setsid sleep 1000 & kill -9 -- $! && echo sent
      ```
      """)
    #expect(report.outcomes.map(\.output) == ["15\n0 0 0\n", "143\nsent\n"])
    #expect(report.outcomes.map(\.result) == [.passed, .passed])
  }

  @Test func whatTriesToKillTheSupervisorDoesNotOutliveIt() async throws {
    let seconds = Sleeper.seconds()
    let report = try await run(
      """
      ```swift runnable expect=crash
      \(Self.watchers)

      mkfifo("ready", 0o600)
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/bash")
      shell.arguments = [
        "-c",
        #"(setsid env -i bash -c 'kill -9 $0; : > ready; exec sleep \(seconds)' $0 &) &"#,
        "\\(supervisor)",
      ]
      try shell.run()
      _ = try FileHandle(forReadingAtPath: "ready")?.readToEnd()
      kill(getpid(), SIGKILL)
      ```
      """)
    #expect(report.outcomes.map(\.result) == [.passed], "\(report.outcomes[0].diagnostics)")
    #expect(try !Sleeper.isAlive(seconds))
  }
}
