import DocgenGround

/// Programs in one file, whose types sourcekitd finds at once.
///
/// Most of its time is for reading the modules that a program imports. So programs with the same
/// imports share a file, if none contains a name that another declares at the top level. The
/// declarations that a program begins with stay there; what follows is in a `do`. If that causes an
/// error in a program, it needs its own file.
struct TypedPrograms {
  private static let opening = "do {"
  private static let closing = "}\n"

  /// The most programs in a file.
  private static let most = 32

  /// The programs.
  private(set) var jobs: [SampleJob]
  private var outlines: [Outline]

  /// Creates a file with one program.
  init(_ job: SampleJob) { self.init(job, Outline(job.source)) }

  private init(_ job: SampleJob, _ outline: Outline) {
    jobs = [job]
    outlines = [outline]
  }

  /// Returns files with programs, which share them where they can.
  static func files(of jobs: [SampleJob]) -> [TypedPrograms] {
    var files: [TypedPrograms] = []
    for job in jobs {
      let outline = Outline(job.source)
      if let index = files.firstIndex(where: { $0.accepts(outline) }) {
        files[index].jobs.append(job)
        files[index].outlines.append(outline)
      } else {
        files.append(TypedPrograms(job, outline))
      }
    }
    return files
  }

  private func accepts(_ outline: Outline) -> Bool {
    jobs.count < Self.most && outlines.allSatisfy { $0.canShare(with: outline) }
  }

  /// The text for sourcekitd.
  ///
  /// It has an error, so that sourcekitd doesn't generate code to look for more.
  var text: String {
    parts.joined() + (jobs.count > 1 ? SampleRun.boundaryDeclaration + "\n" : "")
      + "#error(\"only for types\")\n"
  }

  private var parts: [String] {
    guard jobs.count > 1 else { return [jobs[0].source.text] }
    return outlines.map { outline in
      let text = outline.text
      let split = text.utf8.index(text.startIndex, offsetBy: outline.split)
      return text[..<split] + Self.opening + text[split...] + Self.closing
    }
  }

  /// Returns the types in each program; `nil` for one that needs its own file.
  func types(in found: CompilerWorker.Types) -> [[TypedRange]?] {
    guard jobs.count > 1 else { return [found.ranges] }
    var offset = 0
    var line = 1
    return zip(parts, outlines).map { part, outline in
      let lines = line..<line + part.utf8.count { $0 == UInt8(ascii: "\n") }
      let offsets = offset..<offset + part.utf8.count
      line = lines.upperBound
      offset = offsets.upperBound
      guard !found.errorLines.contains(where: lines.contains) else { return nil }
      return found.ranges.filter { offsets.contains($0.offset) }.map {
        var range = $0
        range.offset -= offsets.lowerBound
        if range.offset > outline.split { range.offset -= Self.opening.utf8.count }
        return range
      }
    }
  }
}

/// What decides whether a program may share a file.
private struct Outline {
  private static let keywords: Set<Substring> = [
    "import", "struct", "class", "enum", "actor", "protocol", "extension", "func", "typealias",
    "public", "package", "internal", "fileprivate", "private", "final", "indirect", "nonisolated",
  ]
  private static let effects: Set<Substring> = [
    "operator", "precedencegroup", "macro", "main",
  ]

  /// Its text, as long as the program's, without what can be in a file only once.
  let text: String
  /// The words in its code.
  let words: Set<Substring>
  /// The lines that may be imports.
  let imports: Set<Substring>
  /// The names that it declares before the first statement.
  private(set) var declared: Set<Substring> = []
  /// The offset of the first statement, in UTF-8 bytes.
  private(set) var split: Int
  /// Whether it affects others only by the names that it declares.
  private(set) var isSeparable: Bool

  init(_ source: SampleSource) {
    let boundary = SampleRun.boundaryDeclaration
    text = source.text.splitIntoLines().map { line in
      if line.hasPrefix("#sourceLocation(") { return "".padded(to: line.utf8.count) }
      guard line.hasPrefix(boundary) else { return String(line) }
      return "import Swift".padded(to: boundary.utf8.count) + line.dropFirst(boundary.count)
    }.joined(separator: "\n")
    let tokens = SwiftTokens(text)
    words = Set(tokens.code.split { !$0.isIdentifierPart })
    imports = Set(text.splitIntoLines().filter { $0.contains("import ") })
    isSeparable = !source.hasMainType && words.isDisjoint(with: Self.effects)
    split = text.utf8.count
    let bytes = Array(text.utf8)
    var depth = 0
    var isAtStart = true
    var last: Substring = ""
    for lexeme in tokens.lexemes {
      let first = bytes[lexeme.range.lowerBound]
      switch lexeme.kind {
      case .space:
        if bytes[lexeme.range].contains(UInt8(ascii: "\n")) { isAtStart = true }
        continue
      case .comment, .documentation: continue
      case .punctuation where "{([".utf8.contains(first): depth += 1
      case .punctuation where "})]".utf8.contains(first): depth -= 1
      case .word where depth == 0, .directive where depth == 0:
        let word = Substring(decoding: bytes[lexeme.range], as: UTF8.self)
        if isAtStart, !Self.keywords.contains(word) {
          split = lexeme.range.lowerBound
          return
        }
        if last == "extension", !declared.contains(word) { isSeparable = false }
        if Self.keywords.contains(last), last != "import" { declared.insert(word) }
        last = word
      default: break
      }
      isAtStart = depth == 0 && first == UInt8(ascii: ";")
    }
  }

  /// Whether two programs in one file don't affect each other.
  func canShare(with other: Outline) -> Bool {
    isSeparable && other.isSeparable && imports == other.imports
      && declared.isDisjoint(with: other.words) && words.isDisjoint(with: other.declared)
  }
}

extension String {
  /// Returns the text with spaces behind it, until it has a length in UTF-8 bytes.
  fileprivate func padded(to length: Int) -> String {
    self + String(repeating: " ", count: length - utf8.count)
  }
}
