import DocgenDocModel
import DocgenGround

/// Reads a document that begins with YAML between `---` lines.
struct FrontMatterReader {
  let file: SourceFile
  var metadata: PageMetadata
  private(set) var diagnostics: [Diagnostic] = []
  /// The number of the line that opens the front matter.
  private let opening: Int
  /// The number of the line that closes it; `nil` when there is none.
  let closing: Int?

  /// Creates a reader of a document's front matter; `nil` if it has none.
  ///
  /// After empty lines, `---` may also be a rule, so a key must follow it, and another `---`.
  init?(_ file: SourceFile) {
    guard let first = file.lines.firstIndex(where: { !$0.isBlank }),
      Self.isDelimiter(file.lines[first])
    else { return nil }
    let next = file.lines[(first + 1)...].firstIndex { Self.isDelimiter($0) }
    guard first == 0 || next != nil && Self.hasKey(file.line(first + 2)) else { return nil }
    self.file = file
    metadata = PageMetadata(title: "", permalink: SourceFormat.defaultPermalink(of: file))
    opening = first + 1
    closing = next.map { $0 + 1 }
  }

  /// Whether a line is `---`, maybe with spaces after it, which authors don't see.
  private static func isDelimiter(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " }
  }

  private static func hasKey(_ line: Substring) -> Bool {
    let rest = line.drop { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return rest.startIndex > line.startIndex && rest.first == ":"
  }

  mutating func read() -> SourceFormat.Source {
    if let closing {
      let text = LineRange(opening + 1..<closing, of: file).text
      if let root = parse(text) { read(root) }
    } else {
      report(.unclosedFrontMatter, at: SourceRange(line: opening, column: 1, length: 3))
    }
    let first = (closing ?? opening) + 1
    let body = LineRange(first..<max(first, file.lines.count + 1), of: file)
    return SourceFormat.Source(
      metadata: metadata, sections: [.init(body: body)], firstLine: body.firstLine)
  }

  /// Returns the value of front matter, and reports values that only quotes make YAML.
  private mutating func parse(_ text: String) -> YAMLNode? {
    func parseQuoted() -> YAMLNode? {
      try? YAMLParser.parse(Self.quoted(text), firstLine: opening + 1)
    }
    do {
      let root = try YAMLParser.parse(text, firstLine: opening + 1)
      guard let title = root.flatMap(Self.title), title.mapping != nil, let quoted = parseQuoted(),
        Self.title(of: quoted)?.text != nil
      else { return root }
      report(.unquotedTitle, at: title.range)
      return quoted
    } catch {
      let quoted = parseQuoted()
      report(
        quoted == nil ? .malformedFrontMatter(error.message) : .unquotedFrontMatter(error.message),
        at: SourceRange(at: error.position))
      return quoted
    }
  }

  /// Returns front matter with quotes around the values that need them, because generators without
  /// YAML read each as text; a value that begins with a quote or a bracket is meant to be YAML.
  private static func quoted(_ text: String) -> String {
    text.replacing(/(?m)^([ ]*[\w-]+:[ ]+)([^\s"'\[|>].*[:#@`&*{}%!].*|[:@`&*{}%!].*)$/) { line in
      "\(line.1)'\(line.2.replacing("'", with: "''"))'"
    }
  }

  private static func title(of root: YAMLNode) -> YAMLNode? {
    root.mapping?.first { $0.key.text == "title" }?.value
  }

  mutating func report(_ message: Diagnostic.Message, at range: SourceRange) {
    diagnostics.append(Diagnostic(message, at: file.location(range)))
  }
}

extension Diagnostic.Message {
  fileprivate static let unclosedFrontMatter = Self(
    .malformedFrontMatter, "the front matter is not closed; end it with a line '---'")

  static func malformedFrontMatter(_ problem: String) -> Self {
    Self(.malformedFrontMatter, "the front matter is not valid YAML: \(problem)")
  }

  fileprivate static func unquotedFrontMatter(_ problem: String) -> Self {
    Self(
      .malformedFrontMatter, .warning,
      "the front matter is not valid YAML: \(problem); docgen reads values as text, so write quotes around them"
    )
  }

  fileprivate static let unquotedTitle = Self(
    .invalidFrontMatterValue, .warning,
    "docgen reads this title as text, although YAML doesn't; write quotes around it")
}
