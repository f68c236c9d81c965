import CSampleHost
import Foundation
import SampleHosting

/// The side of a page's shell programs that is inside the process which holds their servers.
///
/// `docgen` starts itself again with a hidden variable in its environment; that process starts the
/// servers and then one shell after the other.
public enum ShellHost {
  /// The hidden variable: the path of a `Job`.
  static let variable = "DOCGEN_SHELL_HOST"

  /// What is to be run.
  struct Job: Sendable, Codable {
    var scripts: [ShellScript]
    /// The limits of all of them, as `RunLimits` writes them.
    var limits: [String]
  }

  /// Runs shell programs and ends the process, if the environment asks for it; else returns at once.
  ///
  /// - Parameter startServers: starts what the programs talk to and reports the ports it got; what
  ///   it returns is kept until the last program has ended.
  public static func runIfRequested(
    startServers: @Sendable () async throws -> any Sendable
  ) async {
    guard let path = getenv(variable).map({ String(cString: $0) }) else { return }
    unsetenv(variable)
    exit(await run(path, startServers))
  }

  private static func run(
    _ path: String, _ startServers: @Sendable () async throws -> any Sendable
  ) async -> Int32 {
    guard let data = FileManager.default.contents(atPath: path),
      let job = try? JSONDecoder().decode(Job.self, from: data)
    else { return 127 }
    RunLimits(arguments: job.limits)?.apply()
    // So that what one program leaves behind is gone before the next.
    csamplehost_adopt()
    let servers: any Sendable
    do {
      servers = try await startServers()
    } catch {
      let text = String(describing: error)
      write("servers \(text.utf8.count)\n\(text)\n", to: ShellScript.report)
      return 1
    }
    let ports = CanonicalPorts(report: reportedPorts)
    for (index, script) in job.scripts.enumerated() {
      if index > 0 {
        for stream in [STDOUT_FILENO, STDERR_FILENO] { write(ShellScript.boundary, to: stream) }
        addBoundaryToReport()
      }
      run(script, ports)
    }
    withExtendedLifetime(servers) {}
    return 0
  }

  private static var reportedPorts: String {
    guard let path = ProcessInfo.processInfo.environment["DOCGEN_REPORT"] else { return "" }
    return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
      ?? ""
  }

  /// Keeps apart what the servers report of two programs.
  private static func addBoundaryToReport() {
    guard let path = ProcessInfo.processInfo.environment["DOCGEN_REPORT"] else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    write(HTTPExchange.boundary + "\n", to: descriptor)
    close(descriptor)
  }

  private static func run(_ script: ShellScript, _ ports: CanonicalPorts) {
    let text = String(decoding: ports.denormalise(Array(script.text.utf8)), as: UTF8.self)
    let shell = "/bin/bash"
    let words = [shell, "-c", text, script.name]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var status: Int32 = 0
    let failure = csamplehost_run_child(shell, arguments, Int32(script.timeout), &status)
    switch failure {
    case 0: write("status \(shellStatus(status))\n", to: ShellScript.report)
    case ETIMEDOUT: write("timeout 0\n", to: ShellScript.report)
    default:
      let reason = "'\(shell)' can't be started: \(String(cString: strerror(failure)))"
      write("servers \(reason.utf8.count)\n\(reason)\n", to: ShellScript.report)
    }
  }

  /// A signal counts as the shell itself counts it.
  private static func shellStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
  }
}

extension ShellHost {
  /// What the host said about the end of each program.
  struct Report: Sendable, Hashable {
    /// How a program ended, and the place of its last command when that failed.
    struct End: Sendable, Hashable {
      var ending: SampleRun.Ending
      var place: ShellPlace?
    }

    private var ends: [End] = []
    /// How programs ended that the host did not come to.
    private var rest: SampleRun.Ending

    /// Reads a report, one line of text a fact.
    ///
    /// - Parameter whole: how the host itself ended.
    init(_ text: String, whole: CommandResult.Ending) {
      rest =
        switch whole {
        case .timedOut: .timedOut
        case .wroteTooMuch: .wroteTooMuch
        case .startedTooMany: .startedTooMany
        case .signalled(let signal): .crashed(signal: signal)
        case .exited: .notLoaded("the page's servers ended too early")
        }
      var told = ShellFailures()
      let facts = text.split(separator: "\n", omittingEmptySubsequences: false)
      for (index, fact) in facts.enumerated() {
        let words = fact.split(separator: " ", maxSplits: 1)
        switch words.first {
        case "status":
          guard let status = words.last.flatMap({ Int($0) }) else { continue }
          let place = status == 0 ? nil : told.failure
          ends.append(End(ending: .exited(status), place: place))
          told = ShellFailures()
        case "timeout":
          ends.append(End(ending: .timedOut, place: told.waiting))
          told = ShellFailures()
        case "servers":
          rest = .notLoaded(facts[(index + 1)...].prefix(1).joined())
        case let word?: told.add(word, words.count > 1 ? words[1] : "")
        case nil: break
        }
      }
    }

    /// How a program ended.
    func end(of index: Int) -> End {
      ends.indices.contains(index) ? ends[index] : End(ending: rest, place: nil)
    }
  }
}
