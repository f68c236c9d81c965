public import Foundation
import Processes

/// A program that was run to its end, and what it wrote.
public struct ProgramRun: Sendable {
  /// The exit status; -1 when a signal or the time limit ended it.
  public let status: Int32
  /// Standard output.
  public let output: String
  /// Standard error.
  public let errorOutput: String

  /// Runs a program and waits for its end without holding a thread of Swift's.
  ///
  /// - Parameters:
  ///   - program: the executable.
  ///   - arguments: its arguments.
  ///   - environment: variables to set besides this process's own.
  ///   - folder: its working folder; this process's own without one.
  ///   - timeout: the seconds after which it is killed.
  public static func run(
    _ program: URL, _ arguments: [String], environment: [String: String] = [:],
    in folder: URL? = nil, timeout: Int = 600
  ) async throws -> ProgramRun {
    let result = try await SystemProcesses().run(
      Command(
        .run, executable: program.path, arguments: [program.path] + arguments,
        environment: SearchPath.environment.merging(environment) { $1 },
        directory: folder?.path ?? FileManager.default.currentDirectoryPath, timeout: timeout))
    let status: Int32 = if case .exited(let code) = result.ending { Int32(code) } else { -1 }
    return ProgramRun(
      status: status, output: String(decoding: result.output, as: UTF8.self),
      errorOutput: String(decoding: result.errorOutput, as: UTF8.self))
  }
}
