import Foundation

/// A page like those of guides: six sections of prose with links, four blocks of code in as many
/// languages, a table, a list and a quote.
struct GeneratedPage: Sendable, Equatable {
  /// The page's number, which determines its title, links and texts.
  let number: Int
  /// The number of pages, for links that lead to a page.
  let count: Int

  /// The path below the site's root; a folder has up to fifty pages.
  var path: String {
    number == 0 ? "content/index.md" : "content/part-\(number / 50)/page-\(number).md"
  }

  /// The file's text.
  var text: String { frontMatter + body }

  private var frontMatter: String {
    """
    ---
    title: Page \(number) of the generated guide
    ---

    """
  }

  /// The Markdown without the front matter.
  var body: String {
    var words = GeneratedWords(seed: number)
    var parts: [String] = []
    for section in 0..<6 {
      parts.append("## \(words.next().capitalized) \(section)")
      parts.append("\(words.paragraph()) See \(link(to: words.number(below: count))).")
      if section < 4 { parts.append(code[section]) }
      switch section {
      case 1: parts.append(table(of: &words))
      case 3: parts.append((0..<5).map { _ in "- \(words.sentence())" }.joined(separator: "\n"))
      case 4: parts.append("> **Note** \(words.sentence())")
      default: break
      }
      parts.append(words.paragraph())
    }
    return "\n" + parts.joined(separator: "\n\n") + "\n"
  }

  /// Returns a link to another page, relative to this one.
  private func link(to other: Int) -> String {
    let up = number == 0 ? "" : "../"
    let path = GeneratedPage(number: other, count: count).path.dropFirst("content/".count)
    return "[page \(other)](\(up)\(path))"
  }

  private func table(of words: inout GeneratedWords) -> String {
    let rows = (0..<6).map { "| `\(words.next())_\($0)` | string | \(words.sentence()) |" }
    return (["| Property | Type | Meaning |", "| --- | --- | --- |"] + rows).joined(separator: "\n")
  }

  private var code: [String] {
    [
      """
      ```json
      {
        "databases": {
          "db\(number)": {
            "oidc": {
              "providers": {
                "p\(number)": {"issuer": "https://op.example/\(number)", "client_id": "c\(number)", "register": true}
              }
            }
          }
        }
      }
      ```
      """,
      """
      ```java
      public class Login\(number) extends Activity {
          private static final Map<String, Request> pending = new HashMap<>();

          /** Opens the login page for request \(number). */
          @Override
          protected void onCreate(Bundle saved) {
              super.onCreate(saved);
              String url = "https://op.example/\(number)/authorize"; // the first step
              for (int n = 0; n < 10; n++) { view.loadUrl(url + n); }
          }
      }
      ```
      """,
      """
      ```bash
      $ curl -X POST \\
          -H 'Content-Type: application/json' \\
          http://127.0.0.1:4984/db-\(number)/_session \\
          -d '{"name": "user-\(number)"}'
      ```
      """,
      """
      ```swift
      struct Session\(number): Codable {
        var token: String
        var expiry = Date(timeIntervalSince1970: \(number * 60))
      }

      func open(_ url: URL) async throws -> Session\(number)? {
        let (data, response) = try await URLSession.shared.data(from: url)  // no cookies yet
        guard (response as? HTTPURLResponse)?.statusCode == 200 else { return nil }
        return try? JSONDecoder().decode(Session\(number).self, from: data)
      }
      ```
      """,
    ]
  }
}

/// Prose of the words that guides to sign-in use, the same for the same seed.
private struct GeneratedWords {
  private static let words =
    """
    access admin app audience browser bucket channel claim client code configuration cookie database \
    device discovery document endpoint expiry flow header issuer key login name nonce phone provider \
    public redirect refresh replication request response role scope secret server session signature state \
    storage subject sync token user
    """.split(separator: " ").map(String.init)

  private var state: UInt64

  init(seed: Int) { state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1 }

  /// Returns a number, by a linear congruential generator (Knuth's MMIX).
  mutating func number(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }

  mutating func next() -> String { Self.words[number(below: Self.words.count)] }

  mutating func sentence() -> String {
    var words = (0..<7 + number(below: 12)).map { _ in next() }
    let place = number(below: words.count)
    switch number(below: 10) {
    case 0..<3: words[place] = "`\(words[place])`"
    case 3..<5: words[place] = "**\(words[place])**"
    default: words[0] = words[0].capitalized
    }
    return words.joined(separator: " ") + "."
  }

  mutating func paragraph() -> String {
    (0..<2 + number(below: 5)).map { _ in sentence() }.joined(separator: " ")
  }
}
