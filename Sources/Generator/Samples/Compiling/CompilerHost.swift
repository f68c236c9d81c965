import CSourceKit
import Foundation

/// The side of a compilation that is inside a process with the compiler in it.
///
/// `docgen` starts itself again with a hidden variable in its environment; that process opens the
/// toolchain's library and compiles one sample after another. To start a compiler for each would
/// take twice the time. Several processes share a list of samples: each takes the next that nobody
/// has taken, of as many of the first as its first argument says, and ends when it has taken as many
/// as the second says. It writes a line when it begins with one and a line when it is done.
enum CompilerHost {
  /// The hidden variable; its value is the path of the folder with the request.
  static let variable = "DOCGEN_COMPILER_HOST"

  /// The status at the end of a process that has left something to others.
  static let leavesRest: Int32 = 3

  /// What the parent asks for, as a file in that folder.
  struct Request: Codable {
    /// The file's name.
    static let name = "request"

    /// The path of the toolchain's library.
    var library: String
    /// The arguments of all compilations, as for `swiftc`.
    var arguments: [String]
    /// What to compile, in this order.
    var compilations: [Compilation]
    /// The seconds that each may take; SIGALRM ends a process that takes longer.
    var timeout: Int
  }

  /// One of them.
  struct Compilation: Codable {
    /// The file's path in the folder that the process makes for it.
    var file: String
    /// The file's content.
    var text: String
    /// Further arguments.
    var arguments: [String]
  }

  /// The path of a compilation's folder.
  static func path(of index: Int, in folder: String) -> String { "\(folder)/\(index)" }

  /// Compiles and ends the process, if the environment asks for it; else returns at once.
  static func runIfRequested() {
    guard let folder = getenv(variable).map({ String(cString: $0) }) else { return }
    let numbers = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard numbers.count == 2,
      let data = FileManager.default.contents(atPath: "\(folder)/\(Request.name)"),
      let request = try? JSONDecoder().decode(Request.self, from: data)
    else { exit(126) }
    exit(run(request, numbers[0], atMost: numbers[1], in: folder))
  }

  private static func run(
    _ request: Request, _ count: Int, atMost limit: Int, in folder: String
  ) -> Int32 {
    var message = [CChar](repeating: 0, count: 500)
    guard let sourcekit = docgen_sourcekit_open(request.library, &message, message.count) else {
      return 127
    }
    var taken = 0
    for (index, compilation) in request.compilations.prefix(count).enumerated() {
      guard taken < limit else { return leavesRest }
      // Whoever makes its folder has it.
      guard mkdir(path(of: index, in: folder), 0o700) == 0 else { continue }
      taken += 1
      say(Word(.began, index))
      guard write(compilation, to: path(of: index, in: folder)) else { return 126 }
      alarm(UInt32(request.timeout))
      var kind = Word.Kind.refused
      let time = ContinuousClock().measure {
        kind = compile(request.arguments + compilation.arguments, sourcekit)
      }
      alarm(0)
      say(Word(kind, index, time))
    }
    return 0
  }

  /// Writes a compilation's file into a folder and goes there.
  private static func write(_ compilation: Compilation, to folder: String) -> Bool {
    let file = URL(filePath: folder).appending(path: compilation.file)
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(compilation.text.utf8).write(to: file)
    } catch {
      return false
    }
    return FileManager.default.changeCurrentDirectoryPath(folder)
  }

  private static func say(_ word: Word) {
    FileHandle.standardOutput.write(Data(word.line.utf8))
  }

  private static func compile(_ arguments: [String], _ sourcekit: OpaquePointer) -> Word.Kind {
    let words = arguments.map { strdup($0) }
    defer { for word in words { free(word) } }
    let verdict = docgen_sourcekit_compile(
      sourcekit, words.map { UnsafePointer($0) }, words.count)
    return switch verdict {
    case docgen_sourcekit_silent: .silent
    case docgen_sourcekit_spoke: .spoke
    default: .refused
    }
  }
}
