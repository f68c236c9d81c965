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
    /// What the host's own words begin with, so that no program can speak for it.
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
      write("\(job.key) servers \(text.joined(separator: "; "))\n", to: ShellScript.report)
      return 1
    }
    let toldPath = path + ".told"
    for (index, script) in job.scripts.enumerated() {
      if index > 0 {
        for stream in [STDOUT_FILENO, STDERR_FILENO] {
          write(ShellScript.boundary(job.key), to: stream)
        }
        addBoundaryToReport()
      }
      let end = run(script, ports, tellingTo: toldPath)
      write(end.told + "\n\(job.key) \(end.word)\n", to: ShellScript.report)
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
  static let outputLimit = SampleRunner.outputLimit + 1

  /// How much of what a program tells of itself is passed on: the end, which is about its end.
  private static let longestTale: UInt64 = 128 << 10

  /// Runs a program; gives how it ended, as `Report` reads it, and what it told of that itself.
  ///
  /// That goes into a file first, so that a program that tells much drowns nobody else's.
  private static func run(
    _ script: ShellScript, _ ports: PortMap, tellingTo path: String
  ) -> (word: String, told: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else {
      return ("servers '\(path)' can't be written: \(String(cString: strerror(errno)))", "")
    }
    unlink(path)
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    let word = word(ofRunning: script, ports, reportingTo: descriptor)
    let size = (try? file.seekToEnd()) ?? 0
    try? file.seek(toOffset: size - min(size, longestTale))
    let told = (try? file.read(upToCount: Int(longestTale))) ?? Data()
    return (word, String(decoding: told, as: UTF8.self))
  }

  /// Runs a program, which tells of itself by a descriptor; gives how it ended.
  private static func word(
    ofRunning script: ShellScript, _ ports: PortMap, reportingTo descriptor: Int32
  ) -> String {
    let text = OutputNormalizer(ports: ports.inverse, folders: [], program: "").addresses(
      script.text)
    let shell = "/bin/bash"
    let words = [shell, "-c", text, script.name]
    let arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var status: Int32 = 0
    let failure = csamplehost_run_child(
      shell, arguments, Int32(script.timeout), outputLimit, descriptor, &status)
    return switch failure {
    case 0: "status \(shellStatus(status))"
    case ETIMEDOUT: "timeout"
    default: "servers '\(shell)' can't be started: \(String(cString: strerror(failure)))"
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
