import DocgenDocModel
import DocgenGround

/// Text that surely isn't meant to be shown as it is, as syntax of other generators, references to
/// nothing, and characters read in a wrong encoding: one warning for each kind on a page.
struct ForeignSyntax {
  enum Kind: CaseIterable {
    case abbreviation, address, alert, container, definition, diagram, directive, emphasis
    case expression, footnote, formula, include
    case liquid, mark, misread, module, reference, style, table, wikiLink
  }

  /// The first occurrence of a kind, and the number of occurrences on the page.
  private struct Found {
    var text: String
    var range: SourceRange
    var count = 0
  }

  private let file: SourceFile
  private var found: [Kind: Found] = [:]

  /// Finds what a document contains; code and HTML contain none, except an include instead of code.
  ///
  /// - Parameter containers: the ranges of the lines that open unknown containers.
  init(of document: ParsedDocument, containers: [SourceRange]) {
    file = document.file
    var syntax = self
    for range in containers {
      let line = document.file.line(range.start.line).utf8.dropFirst(range.start.column - 1)
      syntax.add(.container, text: Substring(line).trimmed, range: range)
    }
    let hasMarks = ["highlight-", "[!code "].contains { file.text.contains(bytesOf: $0) }
    document.forEachBlock { block in
      switch block.kind {
      case .paragraph(let inlines): syntax.addDirectives(in: inlines)
      case .html(let html): syntax.addStyles(in: html, at: block.range)
      case .code(let code) where code.language == "mermaid":
        let range = SourceRange(at: code.infoStart, length: code.language.utf8.count)
        syntax.add(.diagram, text: code.language, range: range)
      case .code(let code):
        if hasMarks { syntax.addMarks(in: code) }
        guard let line = code.lines.first, line.text.hasPrefix("{!"), line.text.hasSuffix("!}")
        else { return }
        let start = SourcePosition(line: line.number, column: 1)
        syntax.add(
          .include, text: line.text, range: SourceRange(at: start, length: line.text.utf8.count))
      default: break
      }
    }
    // Most documents have no such signs, also not in code.
    let signs = ["{%", "{{", "[[", "][", "](", "[^", "\\(", "$$", "â€", "style="]
    let isUnspaced = ["。", "、", "，"].contains { file.text.contains(bytesOf: $0) }
    if isUnspaced || signs.contains(where: { file.text.contains(bytesOf: $0) }) {
      document.forEachInline { inline in
        switch inline.kind {
        case .text(let text):
          syntax.addSigns(in: text, at: inline.range)
          if isUnspaced { syntax.addEmphasis(in: text, at: inline.range) }
        case .html(let html): syntax.addStyles(in: html, at: inline.range)
        default: break
        }
      }
    }
    found = syntax.found
  }

  /// Adds what has signs of another generator.
  private mutating func addSigns(in text: String, at range: SourceRange) {
    add(.liquid, from: "{%", to: "%}", in: text, range: range)
    add(.expression, from: "{{", to: "}}", in: text, range: range)
    add(.wikiLink, from: "[[", to: "]]", in: text, range: range)
    // Markdown removes the first of two backslashes.
    add(.formula, from: "\\(", to: "\\)", in: text, range: range)
    add(.formula, from: "$$", to: "$$", in: text, range: range)
    addReferences(in: text, range: range)
    addMisread(in: text, range: range)
  }

  /// Adds asterisks that Markdown doesn't take for emphasis beside punctuation, as in `これは**「強調」**です`.
  private mutating func addEmphasis(in text: String, at range: SourceRange) {
    guard let start = text.firstRange(of: "**")?.lowerBound else { return }
    // Looking for the place of each would take long in a long line.
    if found[.emphasis] != nil {
      found[.emphasis]?.count += 1
      return
    }
    let written = String(text[start...].prefix(12))
    add(.emphasis, text: written, range: self.range(of: written, written: written, in: range))
  }

  /// A warning for each kind.
  var diagnostics: [Diagnostic] {
    Kind.allCases.compactMap { kind in
      found[kind].map {
        Diagnostic(
          Self.message(kind, text: $0.text, count: $0.count), at: file.location($0.range))
      }
    }
  }

  /// Whether another generator would write something that isn't in the document.
  var isFilledIn: Bool {
    [.alert, .container, .directive, .expression, .liquid, .module].contains { found[$0] != nil }
  }

  /// Adds what begins and ends with two signs.
  private mutating func add(
    _ kind: Kind, from begin: String, to end: String, in text: String, range: SourceRange
  ) {
    guard text.contains(bytesOf: begin) else { return }
    var rest = text[...]
    // The others are only counted.
    var first: SourceRange?
    while let start = rest.firstRange(of: begin) {
      guard let stop = rest[start.upperBound...].firstRange(of: end) else { return }
      // Hugo's '{{% … %}}' isn't Liquid's '{% … %}'.
      let isWithin = text[..<start.lowerBound].last == "{"
      let written = String(rest[start.lowerBound..<stop.upperBound])
      // '[[1, 2], [3]]' is data.
      let isMeant = kind != .wikiLink || written.contains(where: \.isLetter)
      if start.upperBound < stop.lowerBound, !isWithin, isMeant {
        let location = first ?? self.range(of: begin, written: written, in: range)
        first = location
        add(kind, text: written, range: location)
      }
      rest = rest[stop.upperBound...]
    }
  }

  /// Adds links and footnotes that nothing on the page defines, and links that Markdown doesn't see.
  private mutating func addReferences(in text: String, range: SourceRange) {
    guard ["][", "](", "[^"].contains(where: { text.contains(bytesOf: $0) }) else { return }
    // Not '[optional](or nothing)', which may be meant.
    for match in text.matches(of: /\[[^\[\]]*\]\([^()<> ]+ [^()<>"']*[.\/#][^()<>"' ]+\)/) {
      let written = String(match.output)
      add(.address, text: written, range: self.range(of: written, written: written, in: range))
    }
    // Not 'rows[first][last]', which is code.
    let link = /(?:^|[^\w\)\]])(\[[^\[\]]+\]\[(?:\w[^\[\]]+)?\])/
    let links = text.matches(of: link).map { String($0.1) }
    let footnotes = text.matches(of: /\[\^[\w\-]+\]/).map { String($0.output) }
    for (kind, written) in links.map({ (Kind.reference, $0) }) + footnotes.map({ (.footnote, $0) })
    {
      add(kind, text: written, range: self.range(of: written, written: written, in: range))
    }
  }

  /// Adds styles and scripts of the author's, which the pages' policy doesn't allow.
  private mutating func addStyles(in html: String, at range: SourceRange) {
    // A script in a file of the site is allowed.
    let sign = /(?i)<style\b|<script\b(?![^>]*\ssrc=)|\s(style|on[a-z]+)=/
    guard let match = html.firstMatch(of: sign) else { return }
    let written = String(match.output.0).trimmingPrefix { $0.isWhitespace }
    add(
      .style, text: String(written),
      range: self.range(of: String(written), written: String(written), in: range))
  }

  /// Adds comments that highlight lines in Docusaurus and VitePress.
  private mutating func addMarks(in code: CodeBlock) {
    if ["markdown", "md"].contains(code.language) { return }
    let mark = /(\/\/|#|--|<!--|\/\*) ?(highlight-(next-line|start|end)\b|\[!code [a-z].*\])/
    for line in code.lines {
      guard let match = line.text.firstMatch(of: mark) else { continue }
      let start = SourcePosition(line: line.number, column: 1)
      let written = String(match.output.0)
      let range = self.range(
        of: written, written: written, in: SourceRange(at: start, length: line.text.utf8.count))
      add(.mark, text: written, range: range)
    }
  }

  /// Adds punctuation such as '’' whose three bytes of UTF-8 were read as Windows-1252.
  private mutating func addMisread(in text: String, range: SourceRange) {
    guard text.contains(bytesOf: "â€") else { return }
    for match in text.matches(of: /â€./) {
      let written = String(match.output)
      add(.misread, text: written, range: self.range(of: written, written: written, in: range))
    }
  }

  /// Adds what begins lines of a paragraph: directives of DocC, imports of MDX, and alerts of others.
  private mutating func addDirectives(in inlines: [Inline]) {
    var isFirst = true
    for (index, inline) in inlines.enumerated() {
      if isFirst, case .text(let text) = inline.kind {
        addStart(of: text, at: inline.range)
        if index > 0, text.hasPrefix(": ") { add(.definition, text: text, range: inline.range) }
      }
      isFirst = inline.kind == .softBreak || inline.kind == .lineBreak
    }
  }

  private mutating func addStart(of text: String, at range: SourceRange) {
    func match(_ pattern: some RegexComponent) -> String? {
      text.prefixMatch(of: pattern).map { String(text[$0.range]) }
    }
    let found: (kind: Kind, text: String?)
    switch text.first {
    case "@":
      let name = text.dropFirst().prefix { $0.isLetter }
      found = (.directive, Self.directives.contains(name) ? "@\(name)" : nil)
    case "*": found = (.abbreviation, match(/\*\[[^\]]+\]: .*/))
    case "[": found = (.alert, match(/\[![A-Z]+\]/))
    case "{": found = (.include, match(/\{src="[^}]*\}|\{!.*?!\}/))
    case "|":
      // Markdown takes no table whose first two lines have different numbers of cells.
      let next = file.line(range.start.line + 1)
      let isTable = next.contains("--") && next.allSatisfy { "|:- ".contains($0) }
      found = (.table, isTable ? text : nil)
    case "e": found = (.module, match(/export (const|default) .*/))
    case "i": found = (.module, match(/import [\w{}*, ]+ from ["'].*/))
    default: return
    }
    guard let written = found.text else { return }
    add(found.kind, text: written, range: self.range(of: written, written: written, in: range))
  }

  private static let directives: Set<Substring> = [
    "Article", "AutomaticSeeAlso", "Available", "CallToAction", "Chapter", "Code", "Column",
    "Comment", "DeprecationSummary", "DisplayName", "Image", "Links", "Metadata", "Options",
    "PageColor",
    "PageImage", "PageKind", "Redirected", "Row", "Section", "Small", "Snippet", "Step", "Steps",
    "SupportedLanguage", "Tab", "TabNavigator", "TechnologyRoot", "TitleHeading", "Tutorial",
    "TutorialReference", "Tutorials", "Video", "Volume",
  ]

  private mutating func add(_ kind: Kind, text: String, range: SourceRange) {
    var entry = found[kind] ?? Found(text: text, range: range)
    entry.count += 1
    if range.start < entry.range.start {
      entry.text = text
      entry.range = range
    }
    found[kind] = entry
  }

  /// Returns the range of some text, of which Markdown may have removed escapes.
  private func range(of begin: String, written: String, in range: SourceRange) -> SourceRange {
    for number in range.start.line...max(range.start.line, range.end.line) {
      let line = file.line(number)
      let skipped = number == range.start.line ? range.start.column - 1 : 0
      let rest = Substring(line.utf8.dropFirst(skipped))
      guard let first = rest.firstRange(of: written) ?? rest.firstRange(of: begin) else { continue }
      let column = line.utf8.distance(from: line.startIndex, to: first.lowerBound) + 1
      let length = rest[first].utf8.count
      return SourceRange(at: SourcePosition(line: number, column: column), length: length)
    }
    return range
  }
}
