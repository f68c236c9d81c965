/// A page like those of guides: prose with links, lists, a table, asides and code in three
/// languages.
struct GeneratedPage: Sendable, Equatable {
  /// The page's number, which determines its title, links and texts.
  let number: Int
  /// The number of pages, for links that lead to a page.
  let count: Int

  /// The path below the site's root.
  var path: String {
    number == 0 ? "content/index.md" : "content/part-\(number % 10)/page-\(number).md"
  }

  /// Returns the address of another page, relative to this one.
  private func link(to other: Int) -> String {
    let up = number == 0 ? "" : "../"
    let path = GeneratedPage(number: other % count, count: count).path
    return up + path.dropFirst("content/".count)
  }

  /// The file's text.
  var text: String { frontMatter + body }

  private var frontMatter: String {
    """
    ---
    title: Page \(number) of the generated guide
    description: How users of app \(number) sign in, write and sign out.
    ---

    """
  }

  /// The Markdown without the front matter.
  var body: String {
    "\n# Signing in, part \(number)\n\n" + (1...4).map(section).joined(separator: "\n")
  }

  private func section(_ index: Int) -> String {
    """
    ## Step \(index) of part \(number)

    The app opens the *login page* of provider \(number + index) and waits until it ends at an
    address of its own; what is behind the `#` there is **not** sent to any server. Read
    [the next part](\(link(to: number + index))) for the way back, and
    [an earlier one](\(link(to: number * 7 + index))) for the configuration of `db-\(number)`.

    - Ask for the scope `openid`, and for `email` if the app shows it.
    - Keep the *refresh token* \(index) in the keychain:
      - never in the defaults,
      - never in a log.
    - Give up after \(index + 2) attempts.

    | Parameter | Value | Needed |
    | --- | :-: | --- |
    | `client_id` | app-\(number) | yes |
    | `nonce` | n-\(number * index) | in the implicit flow |
    | `state` | s-\(index) | *always* |

    > [!NOTE]
    > The session of step \(index) ends after \(index * 24) hours, or when the user signs out.

    ```swift
    struct Session\(index): Codable {
      var token: String
      var expiry = Date(timeIntervalSince1970: \(number * 60))
    }

    func open(_ url: URL) async throws -> Session\(index)? {
      let (data, _) = try await URLSession.shared.data(from: url)  // no cookies yet
      return try? JSONDecoder().decode(Session\(index).self, from: data)
    }
    ```

    ```json
    {"id": "doc-\(number)-\(index)", "channels": ["a", "b"], "done": false, "count": \(index)}
    ```

    ```http
    GET /db-\(number)/_session HTTP/1.1
    Host: 127.0.0.1:4984
    Accept: application/json
    ```

    """
  }
}
