import DocgenProcesses
public import Foundation
import Synchronization

/// A program that runs during a test, with its standard output; its errors are shown with those of
/// the test.
///
/// This isn't Foundation's `Process`, which reads past a buffer and crashes when this process has
/// more than about 1,350 files open, as it does while hundreds of tests hold sockets.
public final class RunningProgram: Sendable {
  /// The result of a program that has ended.
  public struct Result: Sendable {
    /// The exit status; -1 when a signal or the time limit ended the program.
    public let status: Int32
    /// Standard output.
    public let output: String
    /// Standard error.
    public let errorOutput: String
  }

  /// Standard output in chunks; ends with the program.
  public let output: AsyncStream<String>
  private let child: ChildProcess
  private let hasStopped = Mutex(false)

  /// Runs a program and waits for its end without blocking one of Swift's threads.
  ///
  /// - Parameters:
  ///   - program: the executable.
  ///   - arguments: its arguments.
  ///   - environment: variables to set in addition to this process's.
  ///   - folder: the working folder; by default this process's.
  ///   - timeout: the seconds after which the program is killed.
  public static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:],
    in folder: URL? = nil, timeout: Int = 600
  ) async throws -> Result {
    let result = try await SystemProcesses().run(
      command(program, arguments, environment, in: folder, timeout: timeout))
    let status: Int32 = if case .exited(let code) = result.ending { Int32(code) } else { -1 }
    return Result(
      status: status, output: String(decoding: result.output, as: UTF8.self),
      errorOutput: String(decoding: result.errorOutput, as: UTF8.self))
  }

  private static func command(
    _ program: URL, _ arguments: [String], _ environment: [String: String], in folder: URL? = nil,
    timeout: Int = 600
  ) -> Command {
    Command(
      .run, executable: program.path, arguments: [program.path] + arguments,
      environment: SearchPath.environment.merging(environment) { $1 },
      directory: folder?.path ?? FileManager.default.currentDirectoryPath, timeout: timeout)
  }

  /// Starts a program without standard input, in this process's working folder.
  public init(_ program: URL, _ arguments: [String], environment: [String: String] = [:]) throws {
    let ends = try ChildProcess.pipe()
    defer { close(ends.writing) }
    let nothing = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(nothing) }
    let command = Self.command(program, arguments, environment)
    do {
      child = try ChildProcess(
        command, descriptors: [nothing, ends.writing, STDERR_FILENO, nothing],
        endsWithThread: false)
    } catch {
      close(ends.reading)
      throw error
    }
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    output = stream
    let reading = ends.reading
    Thread.detachNewThread {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while case let count = read(reading, &bytes, bytes.count), count > 0 {
        continuation.yield(String(decoding: bytes[..<count], as: UTF8.self))
      }
      close(reading)
      continuation.finish()
    }
  }

  /// Sends the program a signal, by default the one that asks it to end.
  public func signal(_ number: Int32 = SIGTERM) {
    hasStopped.withLock { if !$0 { _ = kill(child.id, number) } }
  }

  /// Waits for the program's end without blocking one of Swift's threads.
  ///
  /// - Returns: the exit status; `nil` when a signal ended the program or it has been stopped.
  public func end() async -> Int32? {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread { [self] in
        // Not reaped yet, so the process id isn't reused while `signal(_:)` may still use it.
        var info = siginfo_t()
        while waitid(P_PID, id_t(child.id), &info, WEXITED | WNOWAIT) < 0, errno == EINTR {}
        continuation.resume(returning: reap())
      }
    }
  }

  private func reap() -> Int32? {
    hasStopped.withLock { hasStopped in
      guard !hasStopped else { return nil }
      hasStopped = true
      guard case .exited(let status) = child.wait() else { return nil }
      return Int32(status)
    }
  }

  /// The resident memory of the program in bytes; `nil` where the system doesn't report it.
  public var residentBytes: Int? {
    let text = try? String(contentsOfFile: "/proc/\(child.id)/statm", encoding: .utf8)
    return text?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
      .map { $0 * Int(sysconf(Int32(_SC_PAGESIZE))) }
  }

  /// The number of open files and sockets; `nil` where the system doesn't report it.
  public var openFileCount: Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.id)/fd"))?.count
  }

  /// Kills the program and all processes that it started.
  public func stop() {
    hasStopped.withLock { hasStopped in
      guard !hasStopped else { return }
      hasStopped = true
      child.killFamily()
      _ = child.wait()
    }
  }

  /// Returns the first match in the output from now on; `nil` when the program ends without one.
  public func first<Match>(_ pattern: some RegexComponent<Match>) async throws -> Match? {
    var text = ""
    for await piece in output {
      text += piece
      if let found = try pattern.regex.firstMatch(in: text) { return found.output }
    }
    return nil
  }
}
