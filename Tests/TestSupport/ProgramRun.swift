public import Foundation
import Processes

/// A program that has ended, and its output.
public struct ProgramRun: Sendable {
  /// The exit status; -1 when a signal or the time limit ended the program.
  public let status: Int32
  /// Standard output.
  public let output: String
  /// Standard error.
  public let errorOutput: String

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
