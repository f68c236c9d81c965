import DocgenGround
import DocgenProcesses
import Foundation

/// A run of a sample, as stored in the cache: nothing in it depends on what was expected.
struct SampleRun: Sendable, Hashable, Codable {
  /// The end of a run.
  enum Ending: Sendable, Hashable, Codable {
    /// It exited with this status.
    case exited(Int)
    /// A signal ended it, such as a trap's.
    case crashed(signal: Int)
    /// It threw an error at the top level, with this description.
    case threw(String)
    /// It didn't end in time.
    case timedOut
    /// It wrote too much.
    case wroteTooMuch
    /// It started too many processes.
    case startedTooMany
    /// It couldn't be loaded, for the loader's reason.
    case notLoaded(String)

    /// The end of a process that was loaded and didn't say more.
    init(_ ending: CommandResult.Ending) {
      self =
        switch ending {
        case .exited(let status): .exited(status)
        case .signalled(let signal): .crashed(signal: signal)
        case .timedOut: .timedOut
        case .wroteTooMuch: .wroteTooMuch
        case .startedTooMany: .startedTooMany
        }
    }
  }

  /// A position in the sample's code on the way to a crash or an error.
  struct Position: Sendable, Hashable, Codable {
    var line: Int
    var column: Int
    /// Whether it is in the sample's setup.
    var isInSetup = false
  }

  /// The most bytes on standard output and on standard error, each.
  static let outputLimit = 1 << 20
  /// The most processes that a program may have at a time, including itself.
  static let processLimit = 64

  /// The end of the run.
  var ending: Ending
  /// Standard output of all blocks, with invalid bytes replaced.
  var output: String
  /// Standard error, with invalid bytes replaced.
  var errorOutput: String
  /// The streams that weren't UTF-8, by name.
  var invalidStreams: [String] = []
  /// The HTTP exchanges of each block.
  var transcripts: [Transcript] = []
  /// The positions in the sample where it crashed or threw, inner ones first.
  var positions: [Position] = []
  /// The compiler's reason for a trap, such as `arithmetic overflow`.
  var trapReason: String?
  /// The line of the author's file where it began when it was compiled.
  var firstLine: Int

  /// The text that separates the outputs of two blocks of a session.
  private static let boundary = "\u{0}docgen-block "
  /// Returns statements that mark the beginning of blocks, in the output and in the report.
  ///
  /// A statement that no expression can continue, so that incomplete code before it stays an error:
  /// an expression would become the value after a `let x =`.
  ///
  /// - Parameter indices: the indices of the blocks that begin, from 0.
  static func boundaryStatements(_ indices: [Int]) -> String {
    indices.map { "do { docgenNextBlock(\($0)) }" }.joined(separator: "; ")
  }
  /// The declaration that the statements need; it can't be between two blocks, where braces may be
  /// open.
  static let boundaryDeclaration =
    #"@_silgen_name("csamplehost_next_block") func docgenNextBlock(_: CInt)"#

  /// The output of each block; blocks that weren't reached have no entry.
  ///
  /// If braces are open between two blocks, a mark may be passed again: only the first time counts.
  var outputs: [String] {
    guard output.contains(bytesOf: Self.boundary) else { return [output] }
    var result = [""]
    var rest = output[...]
    for mark in output.matches(of: /\0docgen-block ([0-9]+)\n/) {
      result[result.count - 1] += rest[..<mark.range.lowerBound]
      rest = output[mark.range.upperBound...]
      if Int(mark.1) == result.count { result.append("") }
    }
    result[result.count - 1] += rest
    return result
  }

  /// Whether it reached its first block, for a program with setup whose end is marked.
  var hasPassedSetup: Bool { output.contains(bytesOf: "\(Self.boundary)0\n") }

  /// Returns the run with all its output and requests attributed to one block, for a program that
  /// can't mark its blocks.
  ///
  /// A run that exited by itself counts as having reached the later blocks too.
  func attributed(to block: Int, of count: Int) -> SampleRun {
    var run = self
    func marks(_ blocks: Range<Int>) -> String {
      blocks.map { "\(Self.boundary)\($0)\n" }.joined()
    }
    run.output = marks(1..<block + 1) + output
    if case .exited = ending { run.output += marks(block + 1..<max(count, block + 1)) }
    run.transcripts = run.outputs.indices.map {
      $0 == block ? Transcript(joining: transcripts) : Transcript()
    }
    return run
  }

  /// The HTTP exchanges of each block that was reached; in a run without marks, all belong to the
  /// last block.
  var transcriptsByBlock: [Transcript] {
    let count = outputs.count
    if transcripts.count == count { return transcripts }
    let earlier = Array(repeating: Transcript(), count: count - 1)
    return earlier + [Transcript(joining: transcripts)]
  }

  /// Whether another build would have the same result.
  ///
  /// A busy or small machine may cause a timeout, and a command that a shell doesn't find (126,
  /// 127) may be installed later.
  var isRepeatable: Bool {
    switch ending {
    case .timedOut, .startedTooMany, .crashed(signal: Int(SIGKILL)), .exited(126), .exited(127):
      false
    default: true
    }
  }

  /// Whether its library couldn't be linked or opened.
  var wasNotLoaded: Bool { if case .notLoaded = ending { true } else { false } }

  /// Whether the run would have been the same at other lines of the file.
  ///
  /// Line numbers are compiled in (`#line`, traps, the default arguments of a logger). They appear
  /// in a crash, with a shell's failing command, or as one of the sample's line numbers in its
  /// output or requests.
  func isIndependentOfPosition(_ source: SampleSource) -> Bool {
    guard case .exited = ending, positions.isEmpty else { return false }
    if source.namesLines { return false }
    let lines = firstLine...(firstLine + max(0, source.lastLine - source.firstLine))
    let requests = transcripts.flatMap(\.exchanges).map(\.request)
    return !([output, errorOutput] + requests.flatMap(SampleRun.texts)).contains { text in
      SampleRun.numbers(in: text).contains { lines.contains($0) }
    }
  }

  /// Returns the texts of a request that may contain a line number; its length isn't one of them.
  private static func texts(of request: Transcript.Request) -> [String] {
    let fields = request.fields.filter { $0.name.lowercased() != "content-length" }
    let body = if case .text(let text) = request.body { text } else { "" }
    return [request.target, body] + fields.map(\.value)
  }

  private static func numbers(in text: String) -> [Int] {
    text.utf8.split { !(0x30...0x39).contains($0) }.compactMap { Int(Substring($0)) }
  }
}

extension StringProtocol {
  /// The column in bytes, from 1, where the text of a line begins after its indentation.
  var firstColumn: Int {
    utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count + 1
  }
}
