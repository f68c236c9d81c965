import Foundation
import Ground

/// What happened when a sample ran, as the cache keeps it: nothing in it depends on what was
/// expected.
struct SampleRun: Sendable, Hashable, Codable {
  /// How it ended.
  enum Ending: Sendable, Hashable, Codable {
    /// By itself, with this status.
    case exited(Int)
    /// By a signal, such as a trap's.
    case crashed(signal: Int)
    /// An error left the top level; its description.
    case threw(String)
    /// It didn't end in time.
    case timedOut
    /// It wrote too much.
    case wroteTooMuch
    /// It started too many processes.
    case startedTooMany
    /// It couldn't be loaded; the loader's words.
    case notLoaded(String)
  }

  /// A place of the sample's code on the way to a crash or an error, inner ones first.
  struct Place: Sendable, Hashable, Codable {
    var line: Int
    var column: Int
    /// Whether it lies in what is put in front of the sample.
    var isInSetup = false
  }

  /// The bytes that each of standard output and standard error may have.
  static let outputLimit = 1 << 20
  /// The processes that a program may have at a time, itself among them.
  static let processLimit = 64

  /// How it ended.
  var ending: Ending
  /// Standard output of all blocks, with wrong bytes replaced.
  var output: String
  /// Standard error, with wrong bytes replaced.
  var errorOutput: String
  /// The streams that weren't UTF-8, by name.
  var invalidStreams: [String] = []
  /// The HTTP exchanges of each block.
  var transcripts: [Transcript] = []
  /// Where in the sample it crashed or threw.
  var places: [Place] = []
  /// Why it trapped, in the compiler's words, such as `arithmetic overflow`.
  var trapReason: String?
  /// Whether it was linked alone, for whatever reason.
  var isLinkedAlone: Bool
  /// The line of the author's file that its first line was compiled at.
  var firstLine: Int

  /// What separates the outputs of two blocks of a session.
  private static let boundary = "\u{0}docgen-block "
  /// The statement that tells it, to whoever reads the output and whoever reads the report.
  ///
  /// No expression can go on with it, so that what is left open before it stays wrong: it would be the
  /// value behind a `let x =`.
  ///
  /// - Parameter indices: the places of the blocks that begin, from 0.
  static func boundaryStatements(_ indices: [Int]) -> String {
    indices.map { "do { docgenNextBlock(\($0)) }" }.joined(separator: "; ")
  }
  /// The declaration that the statement needs; unlike it, it can't stand between two blocks, for
  /// braces may be open there.
  static let boundaryDeclaration =
    #"@_silgen_name("csamplehost_next_block") func docgenNextBlock(_: CInt)"#

  /// What each block printed; blocks that were not reached have no entry.
  ///
  /// Where braces are open between two blocks, the mark may be passed again: only the first counts.
  var outputs: [String] {
    var result = [""]
    var rest = output.utf8[...]
    while let zero = rest.firstIndex(of: 0) {
      let mark = Self.mark(rest[zero...])
      let end = mark?.end ?? rest.index(after: zero)
      result[result.count - 1] += String(Substring(rest[..<(mark == nil ? end : zero)]))
      if let mark, mark.index == result.count { result.append("") }
      rest = rest[end...]
    }
    result[result.count - 1] += String(Substring(rest))
    return result
  }

  /// Whether it came to its first block, for a program with something in front that marks its end.
  var hasPassedSetup: Bool { output.contains(bytesOf: "\(Self.boundary)0\n") }

  /// The same run with all that it printed and asked at one of its blocks, for a program that can't
  /// mark them; one that ended by itself came to the later ones too.
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

  /// The block that a mark at the beginning of a text tells, and where the mark ends; `nil` without
  /// one.
  private static func mark(
    _ text: Substring.UTF8View
  ) -> (index: Int, end: Substring.UTF8View.Index)? {
    guard text.starts(with: boundary.utf8) else { return nil }
    let rest = text.dropFirst(boundary.utf8.count)
    let digits = rest.prefix { (0x30...0x39).contains($0) }
    guard let index = Int(Substring(digits)), rest[digits.endIndex...].first == 0x0A else {
      return nil
    }
    return (index, rest.index(after: digits.endIndex))
  }

  /// The HTTP exchanges of each block that was reached; in a run without marks between its blocks, all are
  /// the last one's.
  var transcriptsByBlock: [Transcript] {
    let count = outputs.count
    if transcripts.count == count { return transcripts }
    let earlier = Array(repeating: Transcript(), count: count - 1)
    return earlier + [Transcript(joining: transcripts)]
  }

  /// Whether another build would see the same; a busy or small machine is nothing to remember, and
  /// neither is a command that a shell doesn't find (126, 127), which may be installed meanwhile.
  var isRepeatable: Bool {
    switch ending {
    case .timedOut, .startedTooMany, .crashed(signal: Int(SIGKILL)), .exited(126), .exited(127):
      false
    default: true
    }
  }

  /// Whether its library could not be linked or opened.
  var wasNotLoaded: Bool { if case .notLoaded = ending { true } else { false } }

  /// Whether the run would have been the same with the sample at other lines of its file.
  ///
  /// Line numbers are compiled in (`#line`, traps, the default arguments of a logger). They come
  /// to light in a crash, where a shell's command failed, or as a number of one of the sample's lines
  /// in what it printed or asked a server.
  func isIndependentOfPosition(_ source: SampleSource) -> Bool {
    guard case .exited = ending, places.isEmpty else { return false }
    if source.namesLines { return false }
    let lines = firstLine...(firstLine + max(0, source.lastLine - source.firstLine))
    let requests = transcripts.flatMap(\.exchanges).map(\.request)
    return !([output, errorOutput] + requests.flatMap(SampleRun.texts)).contains { text in
      SampleRun.numbers(in: text).contains { lines.contains($0) }
    }
  }

  /// The texts of a request that may contain a line number; its length isn't one of them.
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
  /// The column in bytes, from 1, at which a line begins behind its indentation.
  var firstColumn: Int {
    utf8.prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }.count + 1
  }
}
