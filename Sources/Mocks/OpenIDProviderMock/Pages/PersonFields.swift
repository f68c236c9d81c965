/// What somebody who is not logged in fills in or presses, the same on every page.
struct PersonFields {
  /// The users of whom one is picked; `nil` where name and password are typed.
  let users: [String]?
  /// What stands in the name's field at first.
  let typedName: String?
  /// Whether there is a box to stay logged in.
  var offersRemembering = false
  /// Whether there is a field for further claims.
  var asksForClaims = false

  /// The fields above the buttons.
  func fields(isWrong: Bool) -> String {
    var html =
      users == nil ? PasswordFields(typedName: typedName, isWrong: isWrong).html + "\n" : ""
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

  /// The buttons; a picked user's own button agrees for that user.
  func buttons(allow: String) -> String {
    guard let users else {
      return "<button type=\"submit\" name=\"action\" value=\"allow\">\(allow)</button>"
    }
    return users.map { user in
      let name = Page.escape(user)
      return "<button type=\"submit\" name=\"user\" value=\"\(name)\">\(allow) as \(name)</button>"
    }.joined(separator: "\n")
  }
}
