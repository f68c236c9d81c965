import DocgenDocModel
import DocgenGround
import Foundation

extension RunCheck {
  /// The reason of a crash, or the uncaught error.
  var failureText: String? {
    switch run.ending {
    case .crashed: reason
    case .threw(let error): "Fatal error: Error raised at top level: \(error)"
    default: nil
    }
  }

  var reason: String? { (run.trapReason ?? lastMessage).map(Self.withoutAddresses) }

  /// Returns a text without addresses, which differ in every run.
  private static func withoutAddresses(_ text: String) -> String {
    text.replacing(/0x[0-9a-f]{6,}/, with: "0x…")
  }

  /// The last message on standard error: the Swift runtime's, or else the last line, unless a
  /// signal killed the process without a message.
  private var lastMessage: String? {
    if let words = runtimeMessage { return words.text }
    let silent = [SIGSEGV, SIGBUS, SIGKILL, SIGXCPU, SIGXFSZ]
    if case .crashed(let signal) = run.ending, silent.contains(Int32(signal)) { return nil }
    return OutputPattern.trimmedLines(of: run.errorOutput).last
  }

  /// The line that the Swift runtime names, where the trap itself has none, as for an implicitly
  /// unwrapped value (`T!`).
  var namedByRuntime: SampleRun.Position? {
    guard case .crashed = run.ending, let position = runtimeMessage?.position else { return nil }
    let file = position.file.split(separator: "/").last
    let line = position.line
    guard position.file.hasPrefix("\(source.module)/"),
      !run.positions.contains(where: { $0.line == line })
    else { return nil }
    if let setup = program.setup, file == setup.file.split(separator: "/").last {
      return SampleRun.Position(line: line, column: 1, isInSetup: true)
    }
    guard file == source.path.split(separator: "/").last else { return nil }
    return source.start(ofLine: line)
  }

  /// The line that a shell names.
  ///
  /// It is the last line with a message, such as `name: line 26: a: unbound variable`, or the first
  /// at which parsing stopped, as in `name: -c: line 26: syntax error: …`.
  var namedByShell: SampleRun.Position? {
    guard program.lead.language == .shell else { return nil }
    let name = "\(program.lead.file): "
    let lines = OutputPattern.lines(of: run.errorOutput).filter { $0.hasPrefix(name) }
      .compactMap { $0.dropFirst(name.count).prefixMatch(of: #/(-c: )?line ([0-9]+): /#)?.output }
    let line = (lines.first { $0.1 != nil } ?? lines.last).flatMap { Int($0.2) }
    return line.map(source.start(ofLine:))
  }

  /// The lines where unterminated here-documents begin: bash only warns and continues.
  var openHereDocuments: [SampleRun.Position] {
    guard program.lead.language == .shell, run.errorOutput.contains(bytesOf: "here-document")
    else { return [] }
    let warning = /line [0-9]+: warning: here-document at line ([0-9]+) delimited by end-of-file/
    return OutputPattern.lines(of: run.errorOutput).filter {
      $0.hasPrefix("\(program.lead.file): ")
    }
    .compactMap { $0.firstMatch(of: warning).flatMap { Int($0.output.1) } }.map(
      source.start(ofLine:))
  }

  /// The runtime's reason for a trap, with all its lines, and the position it names, in the
  /// author's code or the runtime's.
  private var runtimeMessage: (text: String, position: (file: Substring, line: Int))? {
    let lines = OutputPattern.trimmedLines(of: run.errorOutput)
    for index in lines.indices.reversed() {
      guard
        let match = lines[index].prefixMatch(
          of:
            #/([^ :]+|\w+/.+?):([0-9]+): (?=(?:Fatal error|Precondition failed|Assertion failed)(?:: |$))/#
        ),
        let line = Int(match.2)
      else { continue }
      let text = [String(lines[index][match.range.upperBound...])] + lines[(index + 1)...]
      return (text.joined(separator: "\n"), (match.1, line))
    }
    return nil
  }

  /// Notes with the lines from which the first position was reached.
  var callNotes: [Diagnostic.Note] {
    var lines: Set<SampleRun.Position> = []
    return run.positions.filter { position in
      let line = SampleRun.Position(line: position.line, column: 1, isInSetup: position.isInSetup)
      return lines.insert(line).inserted
    }.dropFirst().map { Diagnostic.Note("called from here", at: source.location(of: $0)) }
  }

  var errorNotes: [Diagnostic.Note] {
    note("standard error", text: Self.withoutAddresses(run.errorOutput))
  }

  var outputNotes: [Diagnostic.Note] {
    printedNotes + errorNotes + refusalNotes(in: run.transcripts)
  }

  /// Returns a note with the last request that a server refused, which may be why a sample fails.
  func refusalNotes(in transcripts: some Sequence<Transcript>) -> [Diagnostic.Note] {
    let refused = transcripts.flatMap(\.exchanges).last { $0.response?.status ?? 0 >= 400 }
    guard let request = refused?.request, let response = refused?.response else { return [] }
    var text = "\(request.method) \(request.target.prefix { $0 != "?" }): \(response.status)"
    if case .text(let body) = response.body,
      let found = body.firstMatch(of: /"(?:reason|error_description)": *"((?:[^"\\]|\\.)*)"/)
    {
      text += " \(found.1)"
    }
    return [Diagnostic.Note("a server refused a request: \(Abridgement.problem.line(text))")]
  }

  var printedNotes: [Diagnostic.Note] {
    note("standard output", text: outputs.joined())
  }

  /// Whether standard error contains only an error that the message quotes completely.
  func isQuotedCompletely(_ error: String) -> Bool {
    !error.contains("\n") && error.count <= 160 && !error.isOfNSError
      && OutputPattern.trimmedLines(of: run.errorOutput).count == 1
  }

  /// Returns a note with the last lines of a stream.
  private func note(_ name: String, text: String) -> [Diagnostic.Note] {
    let lines = OutputPattern.trimmedLines(of: text)
    guard !lines.isEmpty else { return [] }
    let shown = lines.suffix(20).map(Abridgement.problem.line)
    let heading = shown.count < lines.count ? "the end of \(name):" : "\(name):"
    return [Diagnostic.Note(([heading] + shown).joined(separator: "\n"))]
  }
}
