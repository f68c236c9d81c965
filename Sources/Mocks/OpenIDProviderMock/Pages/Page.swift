import DocgenHTTPServer
import DocgenHashing
import Foundation

/// A page for users: one column, at most one script, and no other files than a client's logo and
/// frames.
struct Page: Sendable {
  let title: String
  /// Whether the page is shown again because an input was wrong.
  ///
  /// Its title then begins with the problem, because a screen reader reads the title first.
  var isRepeated = false
  /// The server that pictures may come from.
  var pictures: WebOrigin?
  /// The servers that frames may come from.
  var frames: [WebOrigin] = []
  /// The only script that the page may run.
  var script: String?
  /// The HTML of the page's content, with every value escaped.
  let content: String

  /// Pages are for one user and one moment: not cached, not framed, and without other files.
  var headers: HTTPHeaders {
    var sources = pictures.map { " img-src \($0);" } ?? ""
    if !frames.isEmpty {
      sources += " frame-src \(frames.map(\.description).joined(separator: " "));"
    }
    if let script {
      let hash = Data(Digest.sha256.hash(script.utf8)).base64EncodedString()
      sources += " script-src 'sha256-\(hash)';"
    }
    return [
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy":
        "default-src 'none';\(sources) style-src 'unsafe-inline'; frame-ancestors 'none';"
        + " base-uri 'none'",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
    ]
  }

  var html: String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(isRepeated ? "Problem: " : "")\(Self.escape(title))</title>
    <style>
    \(PageStyle.text)
    </style>
    </head>
    <body>
    <main>
    <h1>\(Self.escape(title))</h1>
    \(content)
    </main>
    <footer>A mock provider for tests. Don’t type a password that is used elsewhere.</footer>
    </body>
    </html>

    """
  }

  /// Returns a page with only a title and a text.
  static func notice(_ title: String, text: String) -> Page {
    Page(title: title, content: "<p class=\"lead\">\(escape(text))</p>")
  }

  /// Returns the page that shows the user an error that can't be reported to the client.
  static func error(_ error: OAuthError) -> Page {
    let sentence = error.description.prefix(1).uppercased() + error.description.dropFirst() + "."
    return Page(
      title: "This request is invalid",
      content: """
        <p role="alert">\(escape(sentence))</p>
        <p class="lead">Error code: <code>\(escape(error.code.rawValue))</code></p>
        """)
  }

  /// Returns a form's problem; screen readers read it immediately, and fields refer to it.
  static func alert(_ message: String?) -> String {
    message.map { "<p role=\"alert\" id=\"problem\">\(escape($0))</p>\n" } ?? ""
  }

  /// Escapes text for the content of an element or for a quoted attribute.
  static func escape(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
