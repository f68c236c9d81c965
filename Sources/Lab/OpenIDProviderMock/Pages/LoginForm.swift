/// The form that asks a person to log in, or only to agree.
struct LoginForm {
  let action: String
  let clientID: String
  let scopes: [String]
  let transaction: String
  /// Who is logged in already and need only agree.
  let user: String?
  /// What stands in the name's field at first.
  let typedName: String?
  /// What went wrong the last time.
  let message: String?
  /// Whether there is a box to stay logged in.
  var offersRemembering = false

  var page: Page {
    Page(
      title: user == nil ? "Log in" : "Allow access?", isRepeated: message != nil,
      content: """
        <p class="lead">\(introduction)</p>
        \(Page.alert(message))\(ScopeList(scopes: scopes).html)
        <form method="post" action="\(Page.escape(action))">
        <input type="hidden" name="transaction" value="\(Page.escape(transaction))">
        \(fields)<div class="actions">
        <button type="submit" name="action" value="allow">\(user == nil ? "Log in and allow" : "Allow")</button>
        <button type="submit" name="action" value="deny">Deny</button>
        </div>
        </form>
        """)
  }

  private var introduction: String {
    let client = "<strong>\(Page.escape(clientID))</strong>"
    guard let user else { return "to continue to \(client)" }
    return
      "\(client) would like to go on. You are logged in as <strong>\(Page.escape(user))</strong>."
  }

  private var fields: String {
    guard user == nil else { return "" }
    return PasswordFields(typedName: typedName, isWrong: message != nil).html + remembering + "\n"
  }

  private var remembering: String {
    guard offersRemembering else { return "" }
    return """

      <label class="box"><input type="checkbox" name="remember" value="1"> Stay logged in</label>
      """
  }
}
