import CSourceKit
import Foundation

/// The side of a `CompilerPool` that is inside a worker's process.
///
/// `docgen` starts itself again with a hidden variable in its environment. That process opens the
/// toolchain's library, then reads a request a line and writes a response a line, until its input
/// ends. To start a compiler for each sample would take twice the time.
enum CompilerWorker {
  /// The hidden variable; its value is the path of the toolchain's library.
  static let variable = "DOCGEN_COMPILER_WORKER"

  /// A compilation, as a line of JSON.
  struct Request: Codable {
    /// The folder to work in, which holds the source file and gets the object.
    var directory: String
    /// The arguments, as for `swiftc`.
    var arguments: [String]
    /// The seconds that it may take; SIGALRM ends a process that takes longer.
    var timeout: Int
  }

  /// The result of a compilation, as a line of JSON.
  struct Response: Codable {
    /// Whether there is an object.
    enum Verdict: String, Codable {
      /// There is one, and the compiler had nothing to say.
      case silent
      /// The compiler had something to say.
      case spoke
      /// There was no compilation, for a reason that has nothing to do with the sample.
      case refused
    }

    /// Whether there is an object.
    var verdict: Verdict
    /// How long the compilation took.
    var time: Duration
  }

  /// Compiles and ends the process, if the environment asks for it; else returns at once.
  static func runIfRequested() {
    guard let library = getenv(variable).map({ String(cString: $0) }) else { return }
    var message = [CChar](repeating: 0, count: 500)
    guard let sourcekit = docgen_sourcekit_open(library, &message, message.count) else {
      exit(127)
    }
    while let line = readLine() {
      guard let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8)),
        let response = try? JSONEncoder().encode(respond(to: request, sourcekit))
      else { exit(126) }
      FileHandle.standardOutput.write(response + Data("\n".utf8))
    }
    exit(0)
  }

  private static func respond(to request: Request, _ sourcekit: OpaquePointer) -> Response {
    guard FileManager.default.changeCurrentDirectoryPath(request.directory) else {
      return Response(verdict: .refused, time: .zero)
    }
    var verdict = Response.Verdict.refused
    alarm(UInt32(request.timeout))
    let time = ContinuousClock().measure { verdict = compile(request.arguments, sourcekit) }
    alarm(0)
    return Response(verdict: verdict, time: time)
  }

  private static func compile(
    _ arguments: [String], _ sourcekit: OpaquePointer
  ) -> Response.Verdict {
    let arguments = arguments.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    let verdict = docgen_sourcekit_compile(
      sourcekit, arguments.map { UnsafePointer($0) }, arguments.count)
    return switch verdict {
    case docgen_sourcekit_silent: .silent
    case docgen_sourcekit_spoke: .spoke
    default: .refused
    }
  }
}
