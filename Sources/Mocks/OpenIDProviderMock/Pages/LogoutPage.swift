import Foundation
import Hashing

/// The page after a logout that loads the clients' logout addresses in frames, and then goes on to the
/// client that asked for the logout (OpenID Connect Front-Channel Logout 1.0 section 2).
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
