import DocgenDocModel
import DocgenGround

extension ForeignSyntax {
  /// One kind of foreign syntax: how to find it, what it is, and what to write instead.
  struct Kind: Sendable {
    typealias Search = @Sendable (String) -> [Substring]

    /// What a text of this kind is, as a message says it; different for each kind.
    let problem: String
    /// Returns what to write instead of a text.
    let solution: @Sendable (String) -> String
    /// The texts of which each occurrence contains one; these are faster to find than a pattern.
    let signs: [String]
    /// Returns the occurrences in a text that contains a sign.
    let search: Search
    var id = Diagnostic.ID.unsupportedSyntax
    var severity = Diagnostic.Severity.warning
    /// Whether another generator would write something that isn't in the document.
    var isFilledIn = false

    /// Creates a kind with the same solution for each text.
    init(
      _ problem: String, _ solution: String, isFilledIn: Bool = false, signs: [String] = [],
      search: @escaping Search = { _ in [] }
    ) {
      self.problem = problem
      self.solution = { _ in solution }
      self.signs = signs
      self.search = search
      self.isFilledIn = isFilledIn
    }

    /// Creates a kind of link that leads nowhere.
    init(
      brokenLink problem: String, sign: String, search: @escaping Search,
      solution: @escaping @Sendable (String) -> String
    ) {
      self.problem = problem
      self.solution = solution
      signs = [sign]
      self.search = search
      id = .brokenLink
    }
  }
}

extension ForeignSyntax.Kind {
  /// The kinds that can be anywhere in running text.
  static let anywhere = [
    Self(
      "a tag of Liquid, shown as text", "write its result", isFilledIn: true, signs: ["{%"]
    ) { spans(in: $0, from: "{%", to: "%}") },
    Self(
      "an expression of a template, shown as text", "write its value", isFilledIn: true,
      signs: ["{{"]
    ) { spans(in: $0, from: "{{", to: "}}") },
    // Not '[[1, 2], [3]]', which is data.
    Self("a link of a wiki, shown as text", "write '[text](page.md)'", signs: ["[["]) {
      spans(in: $0, from: "[[", to: "]]").filter { $0.contains(where: \.isLetter) }
    },
    // Markdown removes the first of two backslashes.
    Self("a formula, shown as text", "write it as code, or as an image", signs: ["\\(", "$$"]) {
      (spans(in: $0, from: "\\(", to: "\\)") + spans(in: $0, from: "$$", to: "$$"))
        .sorted { $0.startIndex < $1.startIndex }
    },
    // Not '[optional](or nothing)', which may be meant.
    Self(brokenLink: "no link, because its address has spaces", sign: "](") {
      $0.matches(of: /\[[^\[\]]*\]\([^()<> ]+ [^()<>"']*[.\/#][^()<>"' ]+\)/).map(\.output)
    } solution: {
      "write '\($0.replacing("](", with: "](<").dropLast())>)'"
    },
    // Not 'rows[first][last]', which is code.
    Self(brokenLink: "a link without an address", sign: "][") {
      $0.matches(of: /(?:^|[^\w\)\]])(\[[^\[\]]+\]\[(?:\w[^\[\]]+)?\])/).map(\.output.1)
    } solution: { text in
      "write '[\(text.split { "[]".contains($0) }.last ?? "")]: page.md' on a line of its own"
    },
    Self(brokenLink: "a footnote without a text", sign: "[^") {
      $0.matches(of: /\[\^[\w\-]+\]/).map(\.output)
    } solution: {
      "write '\($0): …' on a line of its own"
    },
    misread,
  ]

  /// Punctuation such as '’', which has three bytes in UTF-8.
  private static let misread = {
    var kind = Self(
      "one character whose UTF-8 was read as Windows-1252", "write that character", signs: ["â€"]
    ) { $0.matches(of: /â€./).map(\.output) }
    kind.id = .invalidUTF8
    return kind
  }()

  /// Asterisks beside punctuation of Chinese and Japanese, as in `これは**「強調」**です`.
  static let emphasis = Self(
    "no emphasis in Markdown, because of the punctuation beside it",
    "write a space outside the asterisks, or '<strong>'", signs: ["**"]
  ) { $0.firstMatch(of: /\*\*.{0,10}/).map { [$0.output] } ?? [] }

  /// The kinds that begin a line of a paragraph, by the first byte.
  static let atBeginnings: [UInt8: Self] = [
    UInt8(ascii: "@"): directive, UInt8(ascii: "*"): abbreviation, UInt8(ascii: "["): alert,
    UInt8(ascii: "{"): include, UInt8(ascii: "e"): module, UInt8(ascii: "i"): module,
  ]

  private static let abbreviation = Self(
    "an abbreviation of another generator, shown as text", "explain it in the text", signs: ["]: "]
  ) { $0.matches(of: /^\*\[[^\]]+\]: .*/).map(\.output) }

  private static let alert = Self(
    "no alert of GitHub",
    "write '[!NOTE]', '[!TIP]', '[!IMPORTANT]', '[!WARNING]' or '[!CAUTION]'", isFilledIn: true,
    signs: ["[!"]
  ) { $0.matches(of: /^\[![A-Z]+\]/).map(\.output) }

  /// Also the first line of a block of code.
  static let include = Self(
    "an include of another generator, shown as text", "write '--8<-- \"file\"'",
    signs: ["{!", "{src="]
  ) { $0.matches(of: /^(?:\{src="[^}]*\}|\{!.*?!\})/).map(\.output) }

  private static let module = Self(
    "a line of MDX, shown as text", "remove it", isFilledIn: true, signs: ["import ", "export "]
  ) { $0.matches(of: /^(?:import [\w{}*, ]+ from ["']|export (?:const|default) ).*/).map(\.output) }

  private static let directive = Self(
    "a directive of DocC, shown as text", "write Markdown or ':::tabs'", isFilledIn: true,
    signs: ["@"]
  ) { text in
    let name = text.dropFirst().prefix { $0.isLetter }
    return directives.contains(name) ? ["@\(name)"] : []
  }

  private static let directives: Set<Substring> = [
    "Article", "AutomaticSeeAlso", "Available", "CallToAction", "Chapter", "Code", "Column",
    "Comment", "DeprecationSummary", "DisplayName", "Image", "Links", "Metadata", "Options",
    "PageColor", "PageImage", "PageKind", "Redirected", "Row", "Section", "Small", "Snippet",
    "Step", "Steps", "SupportedLanguage", "Tab", "TabNavigator", "TechnologyRoot", "TitleHeading",
    "Tutorial", "TutorialReference", "Tutorials", "Video", "Volume",
  ]

  static let definition = Self(
    "a definition of another generator, shown in one paragraph", "write a list or a table")

  static let table = Self(
    "no table, because the line below it has another number of cells", "write as many in both lines"
  )

  static let container = Self(
    "no container of docgen", "write ':::note', ':::tabs' or Markdown", isFilledIn: true)

  static let diagram = Self(
    "a diagram that docgen doesn't draw, shown as text", "write 'sequence-diagram', or an image")

  /// Comments in code that highlight lines in Docusaurus and VitePress.
  static let mark = Self(
    "a mark of another generator, shown as code", "write '{2,4-6}' after the block's language",
    signs: ["highlight-", "[!code "]
  ) {
    let mark = /(?:\/\/|#|--|<!--|\/\*) ?(?:highlight-(?:next-line|start|end)\b|\[!code [a-z].*\])/
    return $0.firstMatch(of: mark).map { [$0.output] } ?? []
  }

  /// Styles and scripts in HTML; a script in a file of the site is allowed.
  static let style = {
    var kind = Self(
      "without effect on pages of the built-in theme, whose policy allows no styles and scripts in "
        + "the text", "write them into a file, and name it in 'templates/head.mustache'"
    ) { html in
      HTMLTag.startTags(in: html).compactMap { tag in
        if tag.name == "style" || tag.name == "script" && tag["src"] == nil {
          return "<\(tag.name)"
        }
        let attribute = tag.attributes.first { $0.name == "style" || $0.name.hasPrefix("on") }
        return attribute.map { "\($0.name)=" }
      }
    }
    (kind.id, kind.severity) = (.blockedByPolicy, .hint)
    return kind
  }()

  /// Returns the texts that begin and end with two signs.
  private static func spans(
    in text: String, from begin: String, to end: String
  ) -> [Substring] {
    guard text.contains(bytesOf: begin) else { return [] }
    var spans: [Substring] = []
    var rest = text[...]
    while let start = rest.firstRange(of: begin),
      let stop = rest[start.upperBound...].firstRange(of: end)
    {
      // Hugo's '{{% … %}}' isn't Liquid's '{% … %}'.
      let isWithin = text[..<start.lowerBound].last == "{"
      if start.upperBound < stop.lowerBound, !isWithin {
        spans.append(rest[start.lowerBound..<stop.upperBound])
      }
      rest = rest[stop.upperBound...]
    }
    return spans
  }
}

extension Diagnostic.Message {
  /// - Parameters:
  ///   - text: the first occurrence on the page.
  ///   - count: the number of all.
  static func foreignSyntax(_ kind: ForeignSyntax.Kind, text: String, count: Int) -> Self {
    let name = text.split(separator: "\n").first?.prefix(40) ?? ""
    let times = count == 1 ? "" : " (\(count) times on this page)"
    return Self(
      kind.id, kind.severity, "'\(name)' is \(kind.problem); \(kind.solution(text))\(times)")
  }
}
