import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenJSON
import DocgenTestSupport
import Testing

@testable import DocgenSiteRendering

/// What the search index has of a site, and how much of it a query fetches.
@Suite struct SearchIndexTests {
  @Test(arguments: [
    ("Log IN, please.", ["log", "in", "please"]),
    ("Déjà-vu: Ärger", ["deja", "vu", "arger"]),
    ("OpenIDClient.login", ["openidclient", "open", "id", "client", "login"]),
    ("GET /{db}/_session?x=1", ["get", "db", "_session", "session", "x", "1"]),
    ("invalid_grant", ["invalid_grant", "invalid", "grant"]),
    ("JSONValue a1B S256", ["jsonvalue", "json", "value", "a1b", "a1", "s256"]),
    ("“Привет” → 東京", ["привет", "東京", "京"]),
    ("Swiftの構造体。第3章", ["swift", "の構", "構造", "造体", "体", "第", "3", "章"]),
    ("ガイド 한국어 ＳＷＩＦＴ", ["ガイ", "イド", "ド", "한국어", "swift"]),
    ("__ _ a__", ["a"]),
    ("Größe GRÖSSE", ["große", "grosse", "grosse"]),
    ("Wochen\u{AD}ende", ["wochenende"]),
    (String(repeating: "x", count: 48), [String(repeating: "x", count: 48)]),
    (String(repeating: "x1", count: 21), []),
  ])
  func splitsTextIntoWords(_ text: String, _ words: [String]) {
    var found: [String] = []
    SearchWords.forEach(in: Array(text.utf8)) { found.append(String(decoding: $0, as: UTF8.self)) }
    #expect(found == words)
  }

  /// Title, heading, code, text: each section counts once, at its highest level.
  @Test func listsAWordAtItsHighestLevel() throws {
    let index = try Index(of: [
      "# Token\n\nThe token.\n\n## Why\n\nA token, or `token`.",
      "# Other\n\n## A token\n\nThe `token`.\n\n## Last\n\nOnly a token.",
    ])
    try #expect(index.results.map { $0[2] } == ["", "Why", "", "A token", "Last"])
    // The pages, then the sections by level: page 0; section 3; section 1; sections 0 and 4. The
    // title of section 0 is this word alone.
    try #expect(index.levels(of: "token") == [[0], [3], [1], [0, 4], [], [0]])
    try #expect(index.levels(of: "why") == [[], [1], [], [], [1]])
    try #expect(index.levels(of: "absent") == nil)
  }

  /// What a reader may type instead of a title, and what the page shows below it.
  @Test func listsNamesPluralsAndLeads() throws {
    let index = try Index(of: [
      "---\ndescription: Renews *them*.\n---\n# Client\n\n## Refresh token\n\n### `logOut()`\n",
      "# Errors\n\n| Error | Meaning |\n| --- | --- |\n| denied | by the user |\n",
    ])
    try #expect(index.levels(of: "tokens") == [[], [1]])
    try #expect(index.levels(of: "logout") == [[], [2], [], [], [2]])
    try #expect(index.levels(of: "clients") == [[0], [], [], [], [], [0]])
    try #expect(index.levels(of: "error") == [[1], [], [], [3], [], [3]])
    try #expect(index.levels(of: "errorss") == nil)
    // The plural of a word of the most letters would be too long.
    _ = try Index(of: ["# \(String(repeating: "a", count: 40)) and more\n"])
    // The files' names, 'page-0.md' and 'page-1.md'.
    try #expect(index.levels(of: "0") == [[0]])
    try #expect(index.levels(of: "renews") == [[], [], [], [0]])
    try #expect(index.results[0][3].hasPrefix("Renews *them*.\n"))
    try #expect(index.levels(of: "denied") == [[], [], [3]])
    try #expect(index.levels(of: "user") == [[], [], [], [3]])
  }

  @Test func quotesASectionByLines() throws {
    let index = try Index(of: [
      """
      # Page

      Some *text*
      on two lines.

      | A | `b` |
      | --- | --- |
      | 1 | 2 |

      ## Deep {#own}

      > [!NOTE]
      > Mind this.

      - one
      - two

      ```swift runnable id=a
      print(1)
      ```

      ```output
      1
      ```
      """
    ])
    try #expect(index.results.map { $0[1] } == ["page-0/index.html", "page-0/index.html#own"])
    try #expect(index.results[0][3] == "Some text on two lines.\nA b\n1 2\n")
    try #expect(index.results[1][3] == "Mind this.\none\ntwo\nprint(1)\n1\n")
    try #expect(index.levels(of: "b") == [[], [], [0]])
    try #expect(index.levels(of: "print") == [[], [], [1]])
  }

  /// Nothing that an author or a sample writes becomes anything but text of the index.
  @Test func quotesHostileValues() throws {
    let hostile = "</script><b onclick=\"x\">]]>'\u{2028}"
    let index = try Index(of: [
      "---\ntitle: '</script><b onclick=\"x\">]]>''\u{2028}'\n---\n\n```text\n\(hostile)\n```\n"
    ])
    try #expect(index.results[0][0] == hostile)
    try #expect(index.results[0][3] == hostile + "\n")
  }

  /// A result is near what it quotes: each part of a long section has its own text.
  @Test func continuesALongSection() throws {
    let rows = (0..<60).map { "| `name\($0)` | what it means and where it is used |" }
    let index = try Index(of: [
      "# Page\n\n## Names\n\n| Name | Meaning |\n| --- | --- |\n" + rows.joined(separator: "\n")
    ])
    let results = try index.results
    #expect(results.count == 4)
    #expect(results.dropFirst().allSatisfy { $0[1] == "page-0/index.html#names" })
    #expect(results.allSatisfy { $0[3].utf8.count < 1_100 })
    try #expect(index.levels(of: "name59") == [[], [], [3]])
    try #expect(index.levels(of: "names") == [[], [1], [], [2, 3], [1]])
  }

  /// With the comment, the page is also one of those that are made on two cores.
  @Test func hasFourSectionsInAFile() throws {
    let comment = "<!-- \(String(repeating: "x", count: 1_000_000)) -->"
    let parts = (0..<300).map { "## Part \($0)\n\nText \($0).\n\n" }
    let index = try Index(of: ["# Long\n\n\(comment)\n\n" + parts.joined()])
    try #expect(index.results.count == 301)
    #expect(index.texts.keys.count { $0.contains(".search-") } == 76)
    try #expect(index.results.last?[2] == "Part 299")
    try #expect(index.levels(of: "299") == [[], [300]])
  }

  @Test func showsWhereAPageIsWhoseTitleAnotherHas() throws {
    func page(_ title: String, at path: String) -> String {
      "---\npermalink: \(path)\n---\n# \(title)"
    }
    let index = try Index(of: [
      page("Styles", at: "css/"), page("Content", at: "css/content/"),
      page("Content", at: "content/"), page("Content", at: "html/content/"),
    ])
    try #expect(
      index.results.map { $0[0] } == ["Styles", "Styles › Content", "Content", "Content"])
  }

  @Test func isTheSameTwice() throws {
    let pages = (0..<20).map { GeneratedText(seed: $0).page }
    let texts = (try Index(of: pages).texts, try Index(of: pages).texts)
    #expect(texts.0 == texts.1)
  }

  @Test func isLeftOutWithoutATemplateOrIfItsAddressIsTaken() throws {
    let alone = try Index.render(["# A"], templates: ["page"])
    #expect(alone.map(\.path) == ["llms.txt", "page-0/index.html", "page-0/index.md"])
    let own = "---\npermalink: search/\n---\n# Own"
    let taken = try Index.render([own])
    #expect(taken.map(\.path) == ["llms.txt", "search/index.html", "search/index.md"])
  }
}

/// Prose, headings and code of made-up words, some of which are frequent.
private struct GeneratedText {
  private var random: SeededGenerator
  private let seed: Int

  init(seed: Int) {
    self.seed = seed
    random = SeededGenerator(seed: UInt64(seed))
  }

  private mutating func word() -> String {
    let syllables = ["ba", "do", "lo", "mi", "nu", "pe", "ra", "si", "tu", "zu"]
    // The smallest of random numbers: small ones are frequent.
    let numbers = (0..<3).map { _ in Int.random(in: 0..<8_000, using: &random) }
    return String(numbers.min() ?? 0).map { syllables[$0.wholeNumberValue ?? 0] }.joined()
  }

  var page: String {
    var copy = self
    var text = "# Page number\(seed)\n"
    for section in 1...3 {
      text += "\n## Heading \(copy.word()) \(section)\n\n"
      text += (0..<40).map { _ in copy.word() }.joined(separator: " ")
      text += "\n\n```text\n\(copy.word())_\(copy.word())(\(seed))\n```\n"
    }
    return text
  }
}

/// The index of a site, read as a browser reads it.
private struct Index {
  let texts: [String: String]
  private let index: JSONValue

  init(of pages: [String]) throws {
    try self.init(Self.render(pages).filter { $0.path.hasSuffix(".json") })
  }

  init(_ files: [RenderedFile]) throws {
    texts = Dictionary(
      uniqueKeysWithValues: files.map { ($0.path, String(decoding: $0.bytes, as: UTF8.self)) })
    index = try JSONParser.parse(texts["search/index.json"] ?? "")
  }

  private var firstWords: [String] { (index["words"]?.array ?? []).compactMap(\.string) }

  /// Title, address, heading and text of each section.
  var results: [[String]] {
    get throws {
      let counts = (index["pages"]?.array ?? []).compactMap(\.integer)
      let paths = (index["paths"]?.array ?? []).compactMap(\.string)
      let names = zip(paths, counts).flatMap { path, count in
        let size = SearchIndex.sectionsPerFile
        return (0..<(count + size - 1) / size).map { "\(path).search-\($0).json" }
      }
      return try names.flatMap { name in
        let file = try JSONParser.parse(texts[name] ?? "")
        return (file.array ?? []).map { ($0.array ?? []).compactMap(\.string) }
      }
    }
  }

  /// The entries of a word by level, without differences; `nil` for a word that isn't in the index.
  func levels(of word: String) throws -> [[Int]]? {
    let file = max(0, (firstWords.firstIndex { $0 > word } ?? firstWords.count) - 1)
    return try JSONParser.parse(texts["search/words-\(file).json"] ?? "")[word].map(Self.levels)
  }

  private static func levels(of entry: JSONValue) -> [[Int]] {
    (entry.array ?? []).map { level in
      (level.array ?? []).compactMap(\.integer).reduce(into: []) { $0.append(($0.last ?? 0) + $1) }
    }
  }

  static func render(
    _ pages: [String], templates: [String] = ["page", "search"]
  ) throws -> [RenderedFile] {
    let documents = pages.enumerated().map { document($1, number: $0) }
    let library = TemplateLibrary(
      parsing: templates.map { SourceFile(path: "\($0).mustache", text: "") })
    let result = SiteRenderer(configuration: .init(), templates: library, assets: [])
      .render(documents, outcomes: [:])
    #expect(result.diagnostics.isEmpty)
    #expect(result.result.pageCount == pages.count)
    return result.files
  }

  private static func document(_ text: String, number: Int) -> ParsedDocument {
    DocumentParser().parse(SourceFile(path: "content/page-\(number).md", text: text)).document
  }
}
