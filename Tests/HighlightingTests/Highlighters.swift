@testable import DocgenHighlighting
import DocgenTestSupport

extension Highlighter {
  /// A highlighter for all tests, because loading the language files takes time.
  static let shared = Result { try Highlighter() }

  /// The names of all languages, without aliases.
  static let knownLanguages = Language.all.map(\.name)

  func tokens(in code: String, language: String) -> [Token]? {
    highlight(code, language: language).tokens
  }

  func html(for code: String, language: String) -> String {
    highlight(code, language: language).html
  }
}

extension HighlightedCode {
  /// One line per token: `keyword "func"`; why there are none otherwise.
  var dump: String {
    guard let tokens else { return "plain: \(plainReason?.description ?? "")\n" }
    return tokens.map { "\($0.kind) \(String(reflecting: String($0.text)))\n" }.joined()
  }
}

/// Text made of what makes highlighters stumble, the same for the same seed.
struct RandomCode {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func text(pieces: Int) -> String {
    (0..<pieces).map { _ in Self.pieces.randomElement(using: &random) ?? "" }.joined()
  }

  private static let pieces = [
    "\n", "\n", "\n\n", " ", "  ", "\t", " \n", "\"", "'", "`", "\"\"\"", "'''", "/*", "*/", "/**",
    "//", "///", "#", "#if", "#\"", "\"#", "--", "<!--", "-->", "<", ">", "</", "/>", "&", "&amp;",
    "\\", "\\(", "\\n", "\\u{e9}", "\\é", "${", "$x", "$(", "{", "}", "[", "]", "(", ")", "@", "@a",
    ":", ";", ",", ".", "=", "==", "+", "-", "*", "/", "/a/", "%", "|", "^", "~", "!", "?", "é",
    "e\u{301}", "🎉", "👩‍👩‍👧", "日本語", "\u{0}", "\u{FEFF}", "\u{2028}", "\r", "0", "1.5e3", "0x1F",
    "a", "func", "class", "def", "return", "GET /x HTTP/1.1\n", "HTTP/1.1 200 OK\n",
    "Name: value\n",
    "Content-Type: application/json\n\n", "key: value", "https://example.com", "<script>",
    "</script>", "<style", "=begin", "=end", "<<EOF\n", "EOF\n", "---", "+++", "@@", "if", "end",
  ]
}
