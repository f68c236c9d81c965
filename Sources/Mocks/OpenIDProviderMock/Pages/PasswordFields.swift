/// The fields for name and password, the same on all pages.
struct PasswordFields {
  /// The initial value of the name's field.
  let typedName: String?
  /// Whether name or password were wrong the last time; the page doesn't reveal which.
  let isWrong: Bool

  /// The fields aren't `required`: otherwise a browser would insist on a name when a user presses Deny.
  var html: String {
    let problem = isWrong ? " aria-describedby=\"problem\" aria-invalid=\"true\"" : ""
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
