/// The page that tells a person what the client must not be told.
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

  /// The clause as a sentence: a capital where it begins with a letter, and a full stop.
  private var sentence: String {
    error.description.prefix(1).uppercased() + error.description.dropFirst() + "."
  }
}
