import DocgenDocModel
import DocgenGround

/// Reads a document that begins with YAML between `---` lines.
struct FrontMatterReader {
  /// The keys a page may have, including those of the older portal that only other tools used.
  static let keys = [
    "aliases", "description", "draft", "hero", "id", "layout", "nav_order", "navigation", "noedit",
    "order", "permalink", "published", "redirect_from", "samples", "sidebar_position", "swagger",
    "title", "versions", "ways", "weight",
  ]

  private let file: SourceFile
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
    opening = first + 1
    closing = next.map { $0 + 1 }
  }

  func read(_ diagnostics: inout [Diagnostic]) -> SourceFormat.Source {
    var metadata = PageMetadata(title: "", permalink: SourceFormat.defaultPermalink(of: file))
    guard let closing else {
      diagnostics.append(
        Diagnostic(
          .unclosedFrontMatter,
          at: file.location(SourceRange(at: SourcePosition(line: opening, column: 1), length: 3))))
      return source(metadata, bodyFrom: opening + 1)
    }
    let text = LineRange(opening + 1..<closing, of: file).text
    var root: YAMLNode?
    do {
      root = try YAMLParser.parse(text, firstLine: opening + 1)
    } catch {
      root = try? YAMLParser.parse(Self.quoted(text), firstLine: opening + 1)
      diagnostics.append(
        Diagnostic(
          root == nil ? .malformedFrontMatter(error.message) : .unquotedFrontMatter(error.message),
          at: file.location(SourceRange(at: error.position))))
    }
    if let title = root.flatMap(Self.title), title.mapping != nil,
      let other = try? YAMLParser.parse(Self.quoted(text), firstLine: opening + 1),
      Self.title(of: other)?.text != nil
    {
      root = other
      diagnostics.append(Diagnostic(.unquotedTitle, at: file.location(title.range)))
    }
    if let root { read(root, into: &metadata, diagnostics: &diagnostics) }
    return source(metadata, bodyFrom: closing + 1)
  }

  /// Returns front matter with quotes around the values that need them, because generators without YAML
  /// read each as text; a value that begins with a quote or a bracket is meant to be YAML.
  private static func quoted(_ text: String) -> String {
    text.replacing(/(?m)^([ ]*[\w-]+:[ ]+)([^\s"'\[|>].*[:#@`&*{}%!].*|[:@`&*{}%!].*)$/) { line in
      "\(line.1)'\(line.2.replacing("'", with: "''"))'"
    }
  }

  private static func title(of root: YAMLNode) -> YAMLNode? {
    root.mapping?.first { $0.key.text == "title" }?.value
  }

  /// Whether a line is `---`, maybe with spaces after it, which authors don't see.
  private static func isDelimiter(_ line: Substring) -> Bool {
    line.hasPrefix("---") && line.dropFirst(3).allSatisfy { $0 == " " }
  }

  private static func hasKey(_ line: Substring) -> Bool {
    let rest = line.drop { $0.isLetter || $0.isNumber || "-_".contains($0) }
    return rest.startIndex > line.startIndex && rest.first == ":"
  }

  private func source(_ metadata: PageMetadata, bodyFrom line: Int) -> SourceFormat.Source {
    let body = LineRange(line..<max(line, file.lines.count + 1), of: file)
    return SourceFormat.Source(
      metadata: metadata, sections: [.init(body: body)], firstLine: body.firstLine)
  }

  private func read(
    _ root: YAMLNode, into metadata: inout PageMetadata, diagnostics: inout [Diagnostic]
  ) {
    guard let pairs = root.mapping else {
      diagnostics.append(Diagnostic(.frontMatterWithoutKeys, at: file.location(root.range)))
      return
    }
    var seen: Set<String> = []
    for pair in pairs {
      let key = pair.key.text ?? ""
      // VitePress has a table there.
      if !Self.keys.contains(key) || key == "hero" && pair.value.mapping != nil {
        diagnostics.append(
          Diagnostic(.unknownFrontMatterKey(key), at: file.location(pair.key.range)))
      } else if !seen.insert(key).inserted {
        diagnostics.append(
          Diagnostic(.repeatedFrontMatterKey(key), at: file.location(pair.key.range)))
      } else if key == "samples" {
        let reader = SampleDefaultsReader(pair.value)
        metadata.samples = reader.defaults
        diagnostics += reader.problems.map { Diagnostic($0.message, at: file.location($0.range)) }
      } else if !set(key, to: pair.value, in: &metadata) {
        diagnostics.append(
          Diagnostic(
            .invalidFrontMatterValue(key, expected: key.expectedValue),
            at: file.location(pair.value.range)))
      }
    }
    if metadata.isHome { return }
    for pair in pairs {
      let key = pair.key.text ?? ""
      if key == "ways" || key == "hero" && pair.value.mapping == nil {
        diagnostics.append(Diagnostic(.onlyForHome(key), at: file.location(pair.key.range)))
      }
    }
  }

  /// Sets one value; returns `false` when it has the wrong type.
  private func set(
    _ key: String, to value: YAMLNode, in metadata: inout PageMetadata
  ) -> Bool {
    switch key {
    case "title": return assign(value.text, to: &metadata.title)
    case "id": return assign(value.text, to: &metadata.id)
    case "description": return assign(value.text, to: &metadata.description)
    case "layout":
      metadata.isHome = value.text == "home"
      return true
    case "hero":
      metadata.home.heroRange = value.range
      return assign(value.text, to: &metadata.home.hero)
    case "ways":
      metadata.home.ways = value.sequence?.compactMap { way(of: $0) } ?? []
      return metadata.home.ways.count == value.sequence?.count
    case "order": return assign(value.integer, to: &metadata.order)
    case "nav_order", "sidebar_position", "weight":
      // Jekyll's themes, Docusaurus and Hugo have fractions and texts there too.
      if metadata.order == nil { metadata.order = value.integer }
      return true
    case "permalink":
      metadata.permalinkRange = value.range
      return assign(value.text.flatMap { $0.isEmpty ? nil : $0 }, to: &metadata.permalink)
    case "aliases", "redirect_from":
      let nodes = value.sequence ?? (value.isNull ? [] : [value])
      let aliases = nodes.filter { !$0.isNull }.map { Self.aliases(in: $0) }
      metadata.aliases += aliases.flatMap { $0 ?? [] }
      return aliases.count == nodes.count && !aliases.contains { $0 == nil }
    case "navigation": return assign(value.bool, to: &metadata.isInNavigation)
    case "draft": return assign(value.bool, to: &metadata.isDraft)
    case "published":
      // Others have a date there, and read YAML 1.1, where these words are false.
      let isFalse = ["false", "no", "off", "n", "0"].contains(value.text?.lowercased() ?? "")
      if isFalse { metadata.isDraft = true }
      return true
    default: return true
    }
  }

  /// Returns an address, or former anchors with the headings they lead to; `nil` for other values.
  private static func aliases(in node: YAMLNode) -> [PageMetadata.Alias]? {
    if let address = node.text { return [PageMetadata.Alias(address, range: node.range)] }
    let aliases = node.mapping?.compactMap { pair -> PageMetadata.Alias? in
      guard let address = pair.key.text, let heading = pair.value.text else { return nil }
      let alias = PageMetadata.Alias(address, heading: heading, range: pair.key.range)
      return alias.anchor == nil ? nil : alias
    }
    return aliases?.count == node.mapping?.count ? aliases : nil
  }

  private func way(of node: YAMLNode) -> PageMetadata.Way? {
    let pairs = Dictionary(
      (node.mapping ?? []).map { ($0.key.text ?? "", $0.value) }, uniquingKeysWith: { $1 })
    guard pairs.count == 2, let title = pairs["title"]?.text, let page = pairs["page"],
      let destination = page.text
    else { return nil }
    return PageMetadata.Way(title: title, destination: destination, range: page.range)
  }

  private func assign<Value>(_ value: Value?, to target: inout Value) -> Bool {
    guard let value else { return false }
    target = value
    return true
  }

  private func assign<Value>(_ value: Value?, to target: inout Value?) -> Bool {
    target = value
    return value != nil
  }
}

extension String {
  fileprivate var expectedValue: String {
    switch self {
    case "order": "a whole number"
    case "draft", "navigation": "true or false"
    case "ways": "a list of links, each with a 'title' and a 'page'"
    case "aliases", "redirect_from": "an address or a list of addresses"
    case "permalink": "the path of a file below the site"
    default: "a text"
    }
  }
}

extension Diagnostic.Message {
  static let unclosedFrontMatter = Self(
    .malformedFrontMatter, "the front matter is not closed; end it with a line '---'")

  static let frontMatterWithoutKeys = Self(
    .malformedFrontMatter, "front matter must be lines of 'key: value'")

  static func malformedFrontMatter(_ problem: String) -> Self {
    Self(.malformedFrontMatter, "the front matter is not valid YAML: \(problem)")
  }

  static func unquotedFrontMatter(_ problem: String) -> Self {
    Self(
      .malformedFrontMatter, .warning,
      "the front matter is not valid YAML: \(problem); docgen reads values as text, so write quotes around them"
    )
  }

  static let unquotedTitle = Self(
    .invalidFrontMatterValue, .warning,
    "docgen reads this title as text, although YAML doesn't; write quotes around it")

  static func unknownFrontMatterKey(_ key: String) -> Self {
    let known = FrontMatterReader.keys
    // Templates of other generators read keys of their own.
    let isOthers = key == "version" || known.contains(key)
    guard !isOthers, Suggestion.misspelled(key, among: known) != nil else {
      let ways = [
        "sidebar_label": " (write a 'title' in the navigation of 'site.yml')",
        "slug": " (write 'permalink')", "url": " (write 'permalink')",
      ]
      return Self(
        .unknownFrontMatterKey, .warning,
        "docgen doesn't use the front matter key '\(key)'\(ways[key] ?? "")")
    }
    return Self(.unknownFrontMatterKey, .unknown("front matter key", named: key, among: known))
  }

  static func onlyForHome(_ key: String) -> Self {
    Self(
      .unknownFrontMatterKey, .warning,
      "docgen uses '\(key)' only on a home page; write 'layout: home' too, or remove it")
  }

  static func repeatedFrontMatterKey(_ key: String) -> Self {
    Self(.malformedFrontMatter, "the key '\(key)' appears twice; remove one of them")
  }

  static func invalidFrontMatterValue(_ key: String, expected: String) -> Self {
    Self(.invalidFrontMatterValue, "the value of '\(key)' must be \(expected)")
  }
}

extension String {
  /// Returns `unknown front matter key 'titel'; did you mean 'title'?`, or lists the known keys.
  static func unknown(_ what: String, named word: String, among known: [String]) -> String {
    let way =
      Suggestion.nearest(to: word, among: known).map { "did you mean '\($0)'?" }
      ?? "known are \(known.sorted().joined(separator: ", "))"
    return "unknown \(what) '\(word)'; \(way)"
  }
}
