import HTTPServer

/// A page for people: one column, no scripts, nothing fetched from anywhere.
struct Page: Sendable {
  let title: String
  /// Whether the page comes back because something typed was wrong; its title says so first,
  /// because the title is what a screen reader reads first.
  var isRepeated = false
  /// HTML, with every value in it escaped.
  let content: String

  /// Pages belong to one moment and one person, in no frame, and load nothing.
  static let headers: HTTPHeaders = [
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy":
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
  ]

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

  /// A page that only says something.
  static func notice(_ title: String, _ text: String) -> Page {
    Page(title: title, content: "<p class=\"lead\">\(escape(text))</p>")
  }

  /// What went wrong with a form, read out as soon as it is there; fields refer to it.
  static func alert(_ message: String?) -> String {
    message.map { "<p role=\"alert\" id=\"problem\">\(escape($0))</p>\n" } ?? ""
  }

  /// Text as the content of an element or of a quoted attribute.
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
