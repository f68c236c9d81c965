import DocgenProcesses
import Foundation

/// A worker's process, from the pool's side.
final class CompilerProcess: Sendable {
  /// The response to a request.
  enum Response: Sendable {
    /// The worker's response.
    case responded(CompilerWorker.Response)
    /// No response, because the process ended.
    case ended(CommandResult.Ending)
  }

  private let command: Command
  /// The folder that it is started in.
  let folder: TemporaryFolder
  private let processes: any ProcessLauncher
  /// Both ends stay open, so that writing to a process that has just ended does no harm.
  private let input = Pipe()
  private let (responses, continuation) = AsyncThrowingStream.makeStream(of: Response.self)

  /// Creates a process to start in a folder.
  init(_ command: Command, in folder: TemporaryFolder, processes: any ProcessLauncher) {
    var command = command
    command.input = input.fileHandleForReading.fileDescriptor
    self.command = command
    self.folder = folder
    self.processes = processes
  }

  /// Starts the process and waits until it ends.
  ///
  /// - Throws: `EnvironmentError` when it can't be started.
  func run() async throws {
    do {
      let result = try await processes.run(command) { [continuation] line in
        let response = try? JSONDecoder().decode(
          CompilerWorker.Response.self, from: Data(line.utf8))
        if let response { continuation.yield(.responded(response)) }
      }
      continuation.yield(.ended(result.ending))
    } catch {
      // Otherwise a request would wait for ever.
      continuation.finish(throwing: error)
      throw error
    }
  }

  /// Sends a request and waits for the response; only one request at a time is allowed.
  ///
  /// A request is far shorter than a pipe's buffer, so it can be sent before the process has
  /// started.
  ///
  /// - Throws: `EnvironmentError` when the process can't be started.
  func response(to request: CompilerWorker.Request) async throws -> Response {
    try input.fileHandleForWriting.write(
      contentsOf: JSONEncoder().encode(request) + Data("\n".utf8))
    var responses = responses.makeAsyncIterator()
    guard let response = try await responses.next() else { throw CancellationError() }
    return response
  }
}
