import CDocgenSourceKit
import Foundation

/// The part of a `CompilerPool` inside a worker's process.
///
/// `docgen` starts itself again with a hidden variable in its environment. That process opens the
/// toolchain's library, then reads one request from each line and writes one response to each line,
/// until its input ends. Starting a compiler for each sample would take twice as long.
enum CompilerWorker {
  /// The hidden variable; its value is the path of the toolchain's library.
  static let variable = "DOCGEN_COMPILER_WORKER"

  /// The file whose types are wanted, in the working folder.
  static let typedFile = "sample.swift"

  /// A compilation, as a line of JSON.
  struct Request: Codable {
    /// Whether the types in `typedFile` are wanted instead of an object.
    var wantsTypes = false
    /// The working folder, with the source file; the object is written there.
    var directory: String
    /// The arguments, as for `swiftc`.
    var arguments: [String]
    /// The time limit in seconds, after which SIGALRM ends the process.
    var timeout: Int
  }

  /// The result of a compilation, as a line of JSON.
  struct Response: Codable {
    /// Whether there is an object, and whether the compiler had messages.
    enum Verdict: String, Codable {
      /// There is an object, and the compiler had no messages.
      case silent
      /// The compiler had messages.
      case spoke
      /// There was no compilation, for a reason that doesn't concern the sample.
      case refused
    }

    /// Whether there is an object, and whether the compiler had messages.
    var verdict: Verdict
    /// The time that the compilation took.
    var time: Duration
    /// The types that were wanted.
    var types: Types?
  }

  /// The types in a file.
  struct Types: Codable {
    /// The parts with a type.
    var ranges: [TypedRange]
    /// The lines with errors, from 1.
    var errorLines: Set<Int>
  }

  /// Serves requests and ends the process if the environment asks for it; otherwise returns
  /// immediately.
  static func runIfRequested() {
    guard let library = getenv(variable).map({ String(cString: $0) }) else { return }
    var message = [CChar](repeating: 0, count: 500)
    guard let sourcekit = docgen_sourcekit_open(library, &message, message.count) else {
      exit(127)
    }
    while let line = readLine() {
      guard let request = try? JSONDecoder().decode(Request.self, from: Data(line.utf8)),
        let response = try? JSONEncoder().encode(respond(to: request, sourcekit: sourcekit))
      else { exit(126) }
      FileHandle.standardOutput.write(response + Data("\n".utf8))
    }
    exit(0)
  }

  private static func respond(to request: Request, sourcekit: OpaquePointer) -> Response {
    guard FileManager.default.changeCurrentDirectoryPath(request.directory) else {
      return Response(verdict: .refused, time: .zero)
    }
    var verdict = Response.Verdict.refused
    var types: Types?
    let arguments = request.arguments.map { strdup($0) }
    defer { for argument in arguments { free(argument) } }
    let pointers = arguments.map { UnsafePointer($0) }
    alarm(UInt32(request.timeout))
    let time = ContinuousClock().measure {
      if request.wantsTypes {
        // sourcekitd type-checks the file for the first one.
        let lists = ["expression.type", "variable.type", "diagnostics"].map { name in
          TypeList.read(
            docgen_sourcekit_query(
              sourcekit, "source.request.\(name)", typedFile, pointers, pointers.count))
        }
        types = Types(
          ranges: lists.flatMap { ($0?.types ?? []).filter(\.isKnown) },
          errorLines: Set(lists.flatMap { ($0?.messages ?? []).compactMap(\.errorLine) }))
      } else {
        verdict = compile(pointers, sourcekit: sourcekit)
      }
    }
    alarm(0)
    return Response(verdict: verdict, time: time, types: types)
  }

  private static func compile(
    _ arguments: [UnsafePointer<CChar>?], sourcekit: OpaquePointer
  ) -> Response.Verdict {
    let verdict = docgen_sourcekit_compile(sourcekit, arguments, arguments.count)
    return switch verdict {
    case docgen_sourcekit_silent: .silent
    case docgen_sourcekit_spoke: .spoke
    default: .refused
    }
  }
}

/// The types of a file's expressions or variables, or its messages, as sourcekitd writes them.
private struct TypeList: Decodable {
  struct Message: Decodable {
    private var line: Int?
    private var severity: String

    private enum CodingKeys: String, CodingKey {
      case line = "key.line"
      case severity = "key.severity"
    }

    /// The line of an error; `nil` for a warning.
    var errorLine: Int? { severity.hasSuffix("error") ? line : nil }
  }

  var types: [TypedRange]?
  var messages: [Message]?

  private enum CodingKeys: String, CodingKey {
    case types = "type_list"
    case messages = "key.diagnostics"
  }

  /// What follows `key.expression_` or `key.variable_`, or another `key.` in a message.
  private struct ShortKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) {
      self.stringValue = String(stringValue.split(separator: "_", maxSplits: 1).last ?? "")
    }

    init?(intValue: Int) { nil }
  }

  /// Reads a response of sourcekitd and frees it.
  static func read(_ json: UnsafeMutablePointer<CChar>?) -> TypeList? {
    guard let json else { return nil }
    defer { free(json) }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .custom { path in
      ShortKey(stringValue: path.last?.stringValue ?? "")
    }
    return try? decoder.decode(TypeList.self, from: Data(String(cString: json).utf8))
  }
}
