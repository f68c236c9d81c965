import CSampleHost
public import Foundation
import Synchronization

/// A program that runs while the test does, and what it writes to standard output meanwhile.
///
/// Not Foundation's `Process`: that one reads past a buffer when a process has more than about 1,350
/// files open, as this one has while hundreds of tests hold sockets, and crashes the whole run.
public final class RunningProgram: Sendable {
  /// What it writes to standard output, piece by piece; ends with the program.
  public let output: AsyncStream<String>
  private let pid: pid_t
  private let hasStopped = Mutex(false)

  /// Starts a program without standard input, in the folder of this process.
  public init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
    var ends: [Int32] = [-1, -1]
    try RunningProgram.check(csamplehost_pipe(&ends))
    defer { close(ends[1]) }
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let variables = SearchPath.environment.merging(environment) { $1 }
    let texts = ([program.path] + arguments).map { strdup($0) } + [nil]
    let settings = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in texts + settings { free(text) } }
    var pid: pid_t = 0
    let failure = csamplehost_spawn(
      &pid, program.path, texts, settings, FileManager.default.currentDirectoryPath,
      [nothing, ends[1], nothing, nothing], 0)
    if failure != 0 { close(ends[0]) }
    try RunningProgram.check(failure)
    self.pid = pid
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    output = stream
    let reading = ends[0]
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(reading, &bytes, bytes.count), count > 0 {
        continuation.yield(String(decoding: bytes[..<count], as: UTF8.self))
      }
      close(reading)
      continuation.finish()
    }
  }

  /// Sends it a signal, by default the one that asks it to end.
  public func signal(_ number: Int32 = SIGTERM) {
    hasStopped.withLock { if !$0 { _ = kill(pid, number) } }
  }

  /// Waits for its end without holding a thread of Swift's.
  ///
  /// - Returns: the exit status; `nil` when a signal ended it or it has been stopped.
  public func end() async -> Int32? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        // Not reaped yet: its number stays taken until nobody may signal it any more.
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        continuation.resume(returning: reap())
      }
    }
  }

  private func reap() -> Int32? {
    hasStopped.withLock { hasStopped in
      guard !hasStopped else { return nil }
      hasStopped = true
      var status: Int32 = 0
      guard waitpid(pid, &status, 0) == pid, status & 0x7F == 0 else { return nil }
      return status >> 8 & 0xFF
    }
  }

  /// The bytes of memory it has in use; `nil` where the system does not tell.
  public var residentBytes: Int? {
    let text = try? String(contentsOfFile: "/proc/\(pid)/statm", encoding: .utf8)
    return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      .map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }

  /// How many files and sockets it has open; `nil` where the system does not tell.
  public var openFileCount: Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"))?.count
  }

  /// Ends it and all it started, at once.
  public func stop() {
    hasStopped.withLock { hasStopped in
      guard !hasStopped else { return }
      hasStopped = true
      csamplehost_kill_family(pid)
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
    }
  }

  /// The first match in what it writes from now on; `nil` when it ends without one.
  public func first<Match>(_ pattern: some RegexComponent<Match>) async throws -> Match? {
    var text = ""
    for await piece in output {
      text += piece
      if let found = try pattern.regex.firstMatch(in: text) { return found.output }
    }
    return nil
  }

  private static func check(_ code: Int32) throws {
    if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
  }
}
