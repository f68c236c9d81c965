/// The fields and buttons for a user who isn't logged in, the same on all pages.
struct UserFields {
  /// The users to pick from; `nil` when name and password are typed.
  let users: [String]?
  /// The initial value of the name's field.
  let typedName: String?
  /// Whether there is a box to stay logged in.
  var offersRemembering = false
  /// Whether there is a field for more claims.
  var asksForClaims = false

  /// The fields above the buttons.
  func fields(isWrong: Bool) -> String {
    var html = users == nil ? passwordFields(areWrong: isWrong) : ""
    if asksForClaims {
      html += """
        <label for="claims">Further claims</label>
        <p class="hint" id="claims-hint">An object in JSON, such as {"groups": ["staff"]}</p>
        <textarea id="claims" name="claims" rows="3" spellcheck="false" autocapitalize="none" \
        aria-describedby="\(isWrong ? "problem " : "")claims-hint"></textarea>

        """
    }
    if offersRemembering {
      html += """
        <label class="box"><input type="checkbox" name="remember" value="1"> Stay logged in</label>

        """
    }
    return html
  }

  /// Returns the buttons.
  ///
  /// A user's button logs that user in and agrees.
  func buttons(allow: String) -> String {
    guard let users else {
      return "<button type=\"submit\" name=\"action\" value=\"allow\">\(allow)</button>"
    }
    return users.map { user in
      let name = Page.escape(user)
      return "<button type=\"submit\" name=\"user\" value=\"\(name)\">\(allow) as \(name)</button>"
    }.joined(separator: "\n")
  }

  /// The fields for name and password.
  ///
  /// If one of them was wrong, the page doesn't reveal which. They aren't `required`: otherwise a
  /// browser would insist on a name when a user presses Deny.
  private func passwordFields(areWrong: Bool) -> String {
    let problem = areWrong ? " aria-describedby=\"problem\" aria-invalid=\"true\"" : ""
    return """
      <label for="username">Name</label>
      <input id="username" name="username" autocomplete="username" autocapitalize="none" \
      autocorrect="off" spellcheck="false" value="\(Page.escape(typedName ?? ""))"\(problem)>
      <label for="password">Password</label>
      <input id="password" name="password" type="password" autocomplete="current-password"\
      \(problem)>

      """
  }
}
