import CDocgenSampleHost
import DocgenGround
import Foundation

/// The part of a page's shell programs inside the process with their servers.
///
/// `docgen` starts itself again with a hidden variable in its environment. That process starts the
/// servers, then one shell after the other.
public enum ShellHost {
  /// The hidden variable: the path of a `Job`.
  static let variable = "DOCGEN_SHELL_HOST"

  /// The scripts to run.
  struct Job: Sendable, Codable {
    var scripts: [ShellScript]
    /// The time limit of all of them.
    var seconds: Int
    /// The random key in the boundary between the programs' outputs, so that no program can forge
    /// it.
    var key: String
  }

  /// Runs shell programs and ends the process if the environment asks for it; otherwise returns
  /// immediately.
  ///
  /// - Parameter startServers: starts the servers for the programs and reports their ports; its
  ///   result is retained until the last program has ended.
  public static func runIfRequested(
    startServers: @Sendable () async throws -> any Sendable
  ) async {
    guard let path = getenv(variable).map({ String(cString: $0) }) else { return }
    unsetenv(variable)
    exit(await run(path, startServers: startServers))
  }

  private static func run(
    _ path: String, startServers: @Sendable () async throws -> any Sendable
  ) async -> Int32 {
    guard let data = FileManager.default.contents(atPath: path),
      let job = try? JSONDecoder().decode(Job.self, from: data)
    else { return 127 }
    unlink(path)
    csamplehost_limit(Int32(job.seconds))
    // Adopts orphans, so that processes of one program end before the next program starts.
    csamplehost_adopt()
    let servers: any Sendable
    let ports: PortMap
    do {
      servers = try await startServers()
      ports = PortMap(
        Transcript.events(in: FileManager.default.contents(atPath: serverReport) ?? Data()))
      try configureCurl(ports.curlOptions, in: path + ".curl")
    } catch {
      let text = String(describing: error).split(whereSeparator: \.isNewline)
      report(.notRun(text.joined(separator: "; ")))
      return 1
    }
    for (index, script) in job.scripts.enumerated() {
      if index > 0 {
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
          write(ShellScript.boundary(job.key), to: stream)
        }
        addBoundaryToReport()
      }
      report(run(script, ports: ports, reportPath: path + ".report"))
    }
    withExtendedLifetime(servers) {}
    return 0
  }

  /// Sets curl's default options in a separate folder, because the programs' home is initially
  /// empty.
  private static func configureCurl(_ options: String, in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data(options.utf8).write(to: URL(filePath: folder).appending(path: ".curlrc"))
    setenv("CURL_HOME", folder, 1)
  }

  /// The path of the servers' report.
  private static var serverReport: String {
    ProcessInfo.processInfo.environment["DOCGEN_REPORT"] ?? ""
  }

  /// Separates the servers' reports of two programs.
  private static func addBoundaryToReport() {
    let descriptor = open(serverReport, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    write(Transcript.Event.nextProgram.text + "\n", to: descriptor)
    close(descriptor)
  }

  /// The most bytes of each stream of a program to pass on: one more than allowed, so that excess
  /// is visible.
  static let outputLimit = SampleRun.outputLimit + 1

  /// The most bytes of a program's own report to read, from its end.
  private static let reportLimit: UInt64 = 4 << 10

  /// Runs a program, whose traps report to a separate file first, so that long reports don't hide
  /// those of other programs.
  private static func run(_ script: ShellScript, ports: PortMap, reportPath: String) -> End {
    let descriptor = open(reportPath, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      return .notRun("'\(reportPath)' can't be written: \(String(cString: strerror(errno)))")
    }
    unlink(reportPath)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let text = OutputNormalizer(ports: ports.inverse, folders: [], program: script.text).addresses(
      script.text)
    let shell = "/bin/bash"
    let words = [shell, "-c", text, script.name]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var status: Int32 = 0
    let failure = csamplehost_run_child(
      shell, arguments, Int32(script.timeout), outputLimit, descriptor, &status)
    guard failure == 0 || failure == ETIMEDOUT else {
      return .notRun("'\(shell)' can't be started: \(String(cString: strerror(failure)))")
    }
    let size = (try? file.seekToEnd()) ?? 0
    try? file.seek(toOffset: size - min(size, reportLimit))
    let report = (try? file.read(upToCount: Int(reportLimit))) ?? Data()
    return End(
      status: failure == 0 ? Int(shellStatus(status)) : nil,
      report: String(decoding: report, as: UTF8.self))
  }

  /// Returns the status as the shell itself reports it: 128 plus a signal's number.
  private static func shellStatus(_ status: Int32) -> Int32 {
    status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
  }

  private static func report(_ end: End) {
    guard let line = try? JSONEncoder().encode(end) else { return }
    write(String(decoding: line, as: UTF8.self) + "\n", to: ShellScript.report)
  }

  private static func write(_ text: String, to descriptor: Int32) {
    try? FileHandle(fileDescriptor: descriptor).write(contentsOf: Data(text.utf8))
  }
}
