import DocgenDocModel
import DocgenGround

/// The headers and bodies of a sample's HTTP messages, as a page of its own.
///
/// Most readers don't open them, and they can be ten times as long as the page that they belong to.
struct TranscriptPage {
  private let exchange: Exchange
  private let page: SiteMap.Page
  private let title: String

  /// The folder of these pages, below the output folder.
  static let folder = "transcripts"

  init(of exchange: Exchange, on page: SiteMap.Page) {
    self.exchange = exchange
    self.page = page
    let sample = page.summary.samples.first { $0.id == exchange.sample }
    title = sample?.title ?? exchange.sample.name
  }

  /// The path of its file, below the output folder.
  var path: String {
    let base = page.path.hasSuffix("/index.html") ? page.path.dropLast(11) : page.path.dropLast(5)
    return "\(Self.folder)/\(base)/\(exchange.sample.name).html"
  }

  /// Returns the HTML of the page.
  func text(
    _ highlight: SiteRenderer.Highlight, strings: ThemeStrings, language: String
  ) -> String {
    let heading = HTMLText.escape("\(title): \(exchange.counts(strings))")
    let back =
      SitePath.reference(from: path, to: page.path)
      + "#" + exchange.sample.anchor
    let theme = HTMLText.escape(SitePath.reference(from: path, to: SiteRenderer.themeFolder))
    var html = """
      <!doctype html>
      <html lang="\(HTMLText.escape(language))">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self'; style-src 'self'">
      <meta name="robots" content="noindex">
      <meta name="color-scheme" content="light dark">
      <title>\(heading)</title>
      <link rel="stylesheet" href="\(theme)/theme.css">
      <script src="\(theme)/theme.js"></script>
      </head>
      <body class="transcript-page">
      <main>
      <p><a href="\(HTMLText.escape(back))">\(HTMLText.escape(page.title))</a></p>
      <h1>\(heading)</h1>
      <ol class="transcript">

      """
    for message in exchange.messages {
      let code = highlight(message.text, "http") ?? HTMLText.escape(message.text)
      html += """
        <li><p>\(HTMLText.escape("\(message.sender) → \(message.receiver)"))</p>
        <pre tabindex="0"><code class="language-http">\(code)
        </code></pre></li>

        """
    }
    return html + "</ol>\n</main>\n</body>\n</html>\n"
  }
}
