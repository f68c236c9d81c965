/// The fields for name and password, the same wherever a person logs in.
struct PasswordFields {
  /// What stands in the name's field at first.
  let typedName: String?
  /// Whether name or password were wrong the last time; nobody is told which.
  let isWrong: Bool

  /// The fields are not `required`: a browser that insists on a name when somebody presses Deny
  /// would be in the way.
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
