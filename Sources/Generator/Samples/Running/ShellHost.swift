import CSampleHost
import Foundation
import Ground
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
    /// What separates the programs' outputs, so that no program can forge it.
    var key: String
  }

  /// Runs shell programs and ends the process, if the environment asks for it; else returns at once.
  ///
  /// - Parameter startServers: starts what the programs talk to and reports the ports it got; what it
  ///   returns is kept until the last program has ended.
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
    unlink(path)
    RunLimits(arguments: job.limits)?.apply()
    // So that what one program leaves behind is gone before the next.
    csamplehost_adopt()
    let servers: any Sendable
    let ports: PortMap
    do {
      servers = try await startServers()
      ports = PortMap(Transcript.events(in: reportedPorts))
      try leadCurl(ports.curlOptions, in: path + ".curl")
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
      report(run(script, ports, reportPath: path + ".report"))
    }
    withExtendedLifetime(servers) {}
    return 0
  }

  /// Gives curl its first options, in a folder of their own: the programs' home is theirs, and empty at
  /// first.
  private static func leadCurl(_ options: String, in folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    try Data(options.utf8).write(to: URL(filePath: folder).appending(path: ".curlrc"))
    setenv("CURL_HOME", folder, 1)
  }

  private static var reportedPorts: Data {
    guard let path = ProcessInfo.processInfo.environment["DOCGEN_REPORT"] else { return Data() }
    return FileManager.default.contents(atPath: path) ?? Data()
  }

  /// Keeps apart what the servers report of two programs.
  private static func addBoundaryToReport() {
    guard let path = ProcessInfo.processInfo.environment["DOCGEN_REPORT"] else { return }
    let descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    write(Transcript.Event.nextProgram.text + "\n", to: descriptor)
    close(descriptor)
  }

  /// The bytes of each stream of a program that are passed on: so many that one sees it wrote more than it
  /// may.
  static let outputLimit = SampleRun.outputLimit + 1

  /// How much of a program's own report is read: the end, which is about its end.
  private static let reportLimit: UInt64 = 4 << 10

  /// Runs a program, whose traps report to a file first, so that one that writes much drowns nobody else's.
  private static func run(_ script: ShellScript, _ ports: PortMap, reportPath: String) -> End {
    let descriptor = open(reportPath, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      return .notRun("'\(reportPath)' can't be written: \(String(cString: strerror(errno)))")
    }
    unlink(reportPath)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let text = OutputNormalizer(ports: ports.inverse, folders: [], program: "").addresses(
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

  /// A signal counts as the shell itself counts it.
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
