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
