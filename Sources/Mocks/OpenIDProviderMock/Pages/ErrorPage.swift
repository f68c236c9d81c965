/// The page that shows the user an error that can't be reported to the client.
struct ErrorPage {
  let error: OAuthError

  var page: Page {
    Page(
      title: "This request cannot be answered",
      content: """
        <p role="alert">\(Page.escape(sentence))</p>
        <p class="lead">Error code: <code>\(Page.escape(error.code.rawValue))</code></p>
        """)
  }

  /// The description as a sentence, with a capital and a full stop.
  private var sentence: String {
    error.description.prefix(1).uppercased() + error.description.dropFirst() + "."
  }
}
