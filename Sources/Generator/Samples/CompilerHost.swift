import CSourceKit
import Foundation

/// The side of a compilation that is inside a process with the compiler in it.
///
/// `docgen` starts itself again with a hidden variable in its environment; that process opens the
/// toolchain's library and compiles one sample after another. To start a compiler for each would
/// take twice the time. It writes a line for each: its number, whether there was nothing to say,
/// and the microseconds it took.
enum CompilerHost {
  /// The hidden variable; its value is the path of the request.
  static let variable = "DOCGEN_COMPILER_HOST"

  /// What the parent asks for.
  struct Request: Codable {
    /// The path of the toolchain's library.
    var library: String
    /// What to compile, in this order.
    var compilations: [Compilation]
  }

  /// One of them.
  struct Compilation: Codable {
    /// The folder to work in.
    var folder: String
    /// The arguments, as for `swiftc`.
    var arguments: [String]
  }

  /// What is known of a compilation that ended.
  struct Answer: Equatable {
    /// Its place in the request.
    var index: Int
    /// Whether the compiler had nothing to say, and the object is there.
    var isSilent: Bool
    /// How long it took.
    var time: Duration

    /// The answer as a line.
    var line: String {
      let (seconds, attoseconds) = time.components
      let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
      return "\(index) \(isSilent ? "silent" : "spoke") \(microseconds)\n"
    }

    init(index: Int, isSilent: Bool, time: Duration) {
      self.index = index
      self.isSilent = isSilent
      self.time = time
    }

    /// The answer of a line; `nil` for one that was not written whole.
    init?(_ line: Substring) {
      let words = line.split(separator: " ")
      guard words.count == 3, let index = Int(words[0]), let microseconds = Int(words[2]) else {
        return nil
      }
      self.init(
        index: index, isSilent: words[1] == "silent", time: .microseconds(microseconds))
    }
  }

  /// Compiles and ends the process, if the environment asks for it; else returns at once.
  static func runIfRequested() {
    guard let path = getenv(variable) else { return }
    guard let data = FileManager.default.contents(atPath: String(cString: path)),
      let request = try? JSONDecoder().decode(Request.self, from: data)
    else { exit(126) }
    exit(run(request))
  }

  private static func run(_ request: Request) -> Int32 {
    var message = [CChar](repeating: 0, count: 500)
    guard let sourcekit = docgen_sourcekit_open(request.library, &message, message.count) else {
      return 127
    }
    for (index, compilation) in request.compilations.enumerated() {
      guard FileManager.default.changeCurrentDirectoryPath(compilation.folder) else { return 126 }
      var isSilent = false
      let time = ContinuousClock().measure {
        isSilent = compile(compilation.arguments, sourcekit)
      }
      let answer = Answer(index: index, isSilent: isSilent, time: time)
      FileHandle.standardOutput.write(Data(answer.line.utf8))
    }
    return 0
  }

  private static func compile(_ arguments: [String], _ sourcekit: OpaquePointer) -> Bool {
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    return docgen_sourcekit_compile(
      sourcekit, words.map { UnsafePointer($0) }, words.count)
  }
}
