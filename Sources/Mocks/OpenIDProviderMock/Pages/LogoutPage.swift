import DocgenHashing
import Foundation

/// The page after a logout that loads the clients' logout addresses in frames, and then goes on to
/// the client that asked for the logout (OpenID Connect Front-Channel Logout 1.0 section 2).
struct LogoutPage {
  let frames: [String]
  /// The address to go on to; `nil` to stay.
  let next: String?

  /// The page's `load` event waits for the frames.
  private static let script =
    "addEventListener('load', () => location.replace(document.links[0].href))"

  var page: Page {
    let frames = frames.map { address in
      "<iframe src=\"\(Page.escape(address))\" title=\"Logout of a client\" hidden></iframe>"
    }
    var page = Page(
      title: "You are logged out",
      content: """
        \(next.map(link) ?? "<p class=\"lead\">You can close this page.</p>")
        \(frames.joined(separator: "\n"))
        """)
    page.frames = self.frames.compactMap { WebOrigin($0) }
    if next != nil { page.script = Self.script }
    return page
  }

  private func link(_ address: String) -> String {
    "<p class=\"lead\"><a href=\"\(Page.escape(address))\">Continue</a></p>\n"
      + "<script>\(Self.script)</script>"
  }
}

/// The page on which a user confirms a logout.
struct LogoutForm {
  let action: String
  let transaction: String
  let user: String

  var page: Page {
    Page(
      title: "Log out?",
      content: """
        <p class="lead">You are logged in as <strong>\(Page.escape(user))</strong>.</p>
        <form method="post" action="\(Page.escape(action))">
        <input type="hidden" name="transaction" value="\(Page.escape(transaction))">
        <div class="actions">
        <button type="submit" name="action" value="logout">Log out</button>
        <button type="submit" name="action" value="stay">Stay logged in</button>
        </div>
        </form>
        """)
  }
}
