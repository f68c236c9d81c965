import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

/// Notes on names and modules that the compiler didn't find.
struct CompileHints {
  /// The samples of the site.
  let samples: [Sample]
  /// The files in `Samples`, setups included.
  let files: [SourceFile]
  /// The modules that samples can import.
  let modules: [String]

  /// Returns a problem with a note on where its name is declared, if that is known.
  func completing(_ problem: Diagnostic) -> Diagnostic {
    guard problem.id == .compileError, let note = note(on: problem) else { return problem }
    var problem = problem
    problem.notes.append(note)
    return problem
  }

  private func note(on problem: Diagnostic) -> Diagnostic.Note? {
    if let match = problem.message.text.firstMatch(of: /^no such module '(\w+)'/) {
      let known = modules + ["Foundation", "FoundationNetworking", "Synchronization"]
      return Suggestion.misspelled(String(match.1), among: known).map {
        Diagnostic.Note("did you mean '\($0)'?")
      }
    }
    guard
      let match = problem.message.text.firstMatch(of: /^cannot find (?:type )?'(\w+)' in scope/),
      let sample = samples.first(where: { $0.id == problem.sample })
    else { return nil }
    let name = String(match.1)
    return declaration(of: name, before: sample) ?? setup(declaring: name, for: sample)
      ?? Self.foundation(name)
  }

  /// Returns the note on an earlier block of the page that declares a name.
  private func declaration(of name: String, before sample: Sample) -> Diagnostic.Note? {
    // A session that begins again has a number after its name.
    let session = sample.session?.prefix { $0 != " " }
    let blocks = samples.filter {
      $0.id.file == sample.id.file && $0.language == .swift && $0.file == sample.file
        && $0.range.start < sample.range.start
        && (session == nil || $0.session?.prefix { $0 != " " } != session)
    }
    for block in blocks.reversed() {
      guard let line = block.lines.first(where: { Self.line($0.text, declares: name) }) else {
        continue
      }
      let position = SourcePosition(line: line.number, column: line.removedColumns + 1)
      return Diagnostic.Note(
        "another block declares it; give both blocks the same 'session='",
        at: SourceLocation(file: block.document, range: SourceRange(at: position)))
    }
    return nil
  }

  private func setup(declaring name: String, for sample: Sample) -> Diagnostic.Note? {
    let folder = SampleContext.setupFolder + "/"
    guard sample.setup == nil, !sample.file.hasPrefix("Samples/"),
      let file = files.first(where: { file in
        file.path.hasPrefix(folder) && file.lines.contains { Self.line($0, declares: name) }
      })
    else { return nil }
    let setup = file.path.dropFirst(folder.count).dropLast(".swift".count)
    return Diagnostic.Note("'\(file.path)' declares it; write 'setup=\(setup)'")
  }

  /// Whether a line that isn't indented declares a name.
  private static func line(_ line: some StringProtocol, declares name: String) -> Bool {
    guard line.contains(name), line.first?.isWhitespace == false else { return false }
    let keywords: Set<Substring> = [
      "actor", "class", "enum", "func", "let", "macro", "protocol", "struct", "typealias", "var",
    ]
    let words = Substring(line).split { !$0.isIdentifierPart }
    return zip(words, words.dropFirst()).contains { keywords.contains($0) && $1 == name }
  }

  /// Returns the note on a name of Foundation.
  private static func foundation(_ name: String) -> Diagnostic.Note? {
    if ["HTTPURLResponse", "URLRequest", "URLSession"].contains(name) {
      return Diagnostic.Note("write 'import Foundation' and 'import FoundationNetworking'")
    }
    return foundationNames.contains(name) ? Diagnostic.Note("write 'import Foundation'") : nil
  }

  private static let foundationNames: Set = [
    "Bundle", "Calendar", "CharacterSet", "Data", "Date", "DateComponents", "DateFormatter",
    "Decimal", "FileHandle", "FileManager", "ISO8601DateFormatter", "JSONDecoder", "JSONEncoder",
    "JSONSerialization", "Locale", "NSError", "Process", "ProcessInfo", "TimeInterval", "TimeZone",
    "Timer", "URL", "URLComponents", "URLQueryItem", "UUID", "UserDefaults", "exit", "sleep",
  ]
}
