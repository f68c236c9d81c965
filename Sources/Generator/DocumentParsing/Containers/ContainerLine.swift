import DocgenDocModel
import DocgenGround

/// A line that opens or closes an aside, a tab or the like, in the syntax of one of several
/// generators.
struct ContainerLine: Hashable {
  /// The effect of the line.
  enum Mark: Hashable {
    /// Opens an aside without content so far.
    case aside(Aside)
    case tabs
    case tab(String)
    /// Opens tabs of which each is a block of code with its name in brackets.
    case codeGroup
    case end
    /// The page's contents.
    case contents
    /// A file of the package's snippets, or a slice of it after `#`.
    case snippet(String)
    /// Opens a container of which only the content is shown.
    case group
    /// Opens a container that docgen doesn't know.
    case other(String)
  }

  /// The end of the container.
  enum End: Hashable {
    /// With a line of this many colons, or slashes.
    case closingLine(Int)
    /// With `# :/tabs`.
    case mapdown
    /// The end of the indentation.
    case indentation
    /// With `}`; the content is indented, too.
    case brace
    /// With its line.
    case line
  }

  let mark: Mark
  let end: End
  /// The white space and the quotation marks before the text.
  let prefix: Substring
  /// The line without them.
  let text: String

  /// Reads a line, if it is one of those.
  ///
  /// - Parameter isInTabs: whether `== NAME` begins a tab.
  init?(_ line: Substring, isInTabs: Bool) {
    prefix = line.prefix { " \t>".contains($0) }
    text = line.dropFirst(prefix.count).trimmed
    guard let first = text.utf8.first, let read = Self.readers[first],
      let (mark, end) = read(text[...], isInTabs)
    else { return nil }
    self.mark = mark
    self.end = end
  }

  private typealias Reader = @Sendable (Substring, _ isInTabs: Bool) -> (Mark, End)?

  /// The syntaxes, by the first byte of their lines.
  private static let readers: [UInt8: Reader] = [
    UInt8(ascii: ":"): { text, _ in colons(text) },
    UInt8(ascii: "/"): { text, _ in slashes(text) },
    UInt8(ascii: "#"): { text, _ in mapdown(text) },
    UInt8(ascii: "!"): { text, _ in indented(text, after: ["!!!"]) },
    UInt8(ascii: "?"): { text, _ in indented(text, after: ["???+", "???"]) },
    UInt8(ascii: "="): tab,
    UInt8(ascii: "@"): { text, _ in directive(text) },
    UInt8(ascii: "["): { text, _ in contents.contains(text) ? (.contents, .line) : nil },
    UInt8(ascii: "<"): { text, _ in contents.contains(text) ? (.contents, .line) : nil },
  ]

  /// The lines that the contents replace: of SPiD, Python-Markdown, VitePress and GitLab.
  private static let contents: Set<Substring> = [
    "<spid-toc></spid-toc>", "<spid-toc/>", "<spid-toc />", "[TOC]", "[[toc]]", "[[_TOC_]]",
  ]

  /// Reads `:::note Title`, `:::note[Title]`, `:::{note} Title`, `:::tabs` and `:::`.
  private static func colons(_ text: Substring) -> (Mark, End)? {
    let colons = text.prefix { $0 == ":" }.count
    guard colons >= 3 else { return nil }
    let rest = text.dropFirst(colons).trimmed
    let words = rest.drop { "{. ".contains($0) }
    let name = words.prefix { $0.isLetter || $0.isNumber || "-_.".contains($0) }
    if rest.isEmpty { return (.end, .closingLine(colons)) }
    let options = words.firstMatch(of: /\ *\{[^{}]*\}$/)?.0 ?? ""
    let title = words.dropFirst(name.count).dropLast(options.count)
      .trimmed { "[]{}: ".contains($0) }
    switch name.lowercased() {
    case "tabs": return (.tabs, .closingLine(colons))
    case "code-group": return (.codeGroup, .closingLine(colons))
    default:
      guard var aside = aside(name, title: title) else {
        return (.other(rest), .closingLine(colons))
      }
      if options.contains("open") { aside.isFolded = false }
      return (.aside(aside), .closingLine(colons))
    }
  }

  /// Reads `/// note | Title` and `///`, as in MkDocs' newer extensions.
  private static func slashes(_ text: Substring) -> (Mark, End)? {
    let count = text.prefix { $0 == "/" }.count
    let rest = text.dropFirst(count)
    guard count >= 3 else { return nil }
    if rest.isEmpty { return (.end, .closingLine(count)) }
    let name = rest.prefix { $0 != "|" }.trimmed { $0 == " " }
    guard rest.first == " ", name.allSatisfy({ $0.isLetter || $0 == "-" }) else { return nil }
    let title = rest.drop { $0 != "|" }.trimmed { "| ".contains($0) }
    let mark = aside(name[...], title: title).map(Mark.aside) ?? .other(rest.trimmed)
    return (mark, .closingLine(count))
  }

  /// Reads mapdown's `# :tabs`, `## :tab NAME` and `# :/tabs`.
  private static func mapdown(_ text: Substring) -> (Mark, End)? {
    switch text {
    case "# :tabs": (.tabs, .mapdown)
    case "# :/tabs": (.end, .mapdown)
    case _ where text.hasPrefix("## :tab "): (.tab(text.dropFirst(8).trimmed), .mapdown)
    default: nil
    }
  }

  /// Reads `!!! note "Title"`, whose text is indented.
  private static func indented(_ text: Substring, after signs: [Substring]) -> (Mark, End)? {
    guard let sign = signs.first(where: text.hasPrefix) else { return nil }
    let rest = text.dropFirst(sign.count)
    let words = rest.prefix { $0 != "\"" }.split(separator: " ")
    guard rest.first == " ", let name = words.first,
      words.allSatisfy({ $0.allSatisfy { $0.isLetter || $0 == "-" } })
    else { return nil }
    let title = rest.drop { $0 != "\"" }.trimmed { "\" ".contains($0) }
    let known = aside(name, title: title)
    var aside = known ?? Aside(kind: .note, title: title.isEmpty ? name.capitalizedFirst : title)
    aside.isFolded = sign == "???"
    return (.aside(aside), .indentation)
  }

  /// Reads `=== "Name"`, whose text is indented, and `== Name` within `:::tabs`.
  private static func tab(_ text: Substring, isInTabs: Bool) -> (Mark, End)? {
    let name = text.drop { $0 == "=" }.trimmed
    if text.hasPrefix("=== \""), name.count > 2, name.hasSuffix("\"") {
      return (.tab(String(name.dropFirst().dropLast())), .indentation)
    }
    return isInTabs && text.hasPrefix("== ") ? (.tab(name), .line) : nil
  }

  /// Reads DocC's `@Row {`, `@Column(size: 2) {`, `@Tab("Name") {` and `@Snippet(path: "Name")`.
  private static func directive(_ text: Substring) -> (Mark, End)? {
    if text.hasPrefix("@Snippet(") { return snippet(text).map { (.snippet($0), .line) } }
    guard text.hasSuffix("{") else { return nil }
    let name = text.dropFirst().prefix { $0.isLetter }
    return switch name {
    case "Column", "Links", "Row", "Small", "TabNavigator": (.group, .brace)
    case "Tab":
      (.tab(text.dropFirst(1 + name.count).trimmed { " (\"){".contains($0) }), .brace)
    default: nil
    }
  }

  /// Returns what `@Snippet(path: "package/Snippets/Name", slice: "part")` names, whose path may be
  /// shorter.
  private static func snippet(_ text: Substring) -> String? {
    let pattern = /@Snippet\(path: *"([^"]+)"(?:, *slice: *"?([^")]+)"?)?\)(?: *\{ *\})?/
    guard let match = text.wholeMatch(of: pattern) else { return nil }
    let parts = match.1.split(separator: "/")
    let folder = parts.prefix(2).lastIndex(of: "Snippets")
    let name = parts.dropFirst(folder.map { $0 + 1 } ?? 0).joined(separator: "/")
    return "\(SampleContext.snippetFolder)/\(name).swift" + (match.2.map { "#\($0)" } ?? "")
  }

  private static func aside(_ name: Substring, title: String) -> Aside? {
    let name = name.lowercased()
    guard let kind = AsideReader.labels[name] ?? otherAsides[name] else { return nil }
    return Aside(
      kind: kind, title: title.isEmpty ? name.capitalizedFirst : title,
      isFolded: name == "details")
  }

  /// The kinds of asides in MkDocs and VitePress that are labels nowhere else.
  private static let otherAsides: [String: Aside.Kind] = [
    "abstract": .note, "bug": .caution, "check": .tip, "details": .note, "done": .tip,
    "error": .caution, "example": .note, "failure": .caution, "faq": .note, "question": .note,
    "quote": .note, "success": .tip, "summary": .note, "tldr": .note, "todo": .note,
  ]
}
