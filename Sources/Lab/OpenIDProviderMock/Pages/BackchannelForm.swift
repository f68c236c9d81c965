/// The page on which users see what clients ask of them, one form for each request.
struct BackchannelForm {
  let action: String
  let requests: [BackchannelAuthentication]
  let asksForPassword: Bool
  /// The request whose password was wrong.
  let problem: String?

  var page: Page {
    guard !requests.isEmpty else {
      return .notice("Nobody asks for anything", "Requests of applications will be shown here.")
    }
    return Page(
      title: requests.count == 1 ? "Allow access?" : "Requests", isRepeated: problem != nil,
      content: requests.enumerated().map(form).joined(separator: "\n"))
  }

  private func form(number: Int, request: BackchannelAuthentication) -> String {
    let isWrong = request.pageID == problem
    let message = request.bindingMessage.map {
      "<p>Allow it only if the application shows: <strong>\(Page.escape($0))</strong></p>\n"
    }
    return """
      <p class="lead" id="request-\(number)"><strong>\(Page.escape(request.clientID))</strong> asks \
      <strong>\(Page.escape(request.username))</strong>.</p>
      \(Page.alert(isWrong ? Issuer.wrongPassword : nil))\(message ?? "")\
      \(ScopeList(scopes: request.scopes, id: "scopes-\(number)").html)
      <form method="post" action="\(Page.escape(action))" aria-labelledby="request-\(number)">
      <input type="hidden" name="request" value="\(Page.escape(request.pageID))">
      \(password(number, isWrong: isWrong))<div class="actions">
      <button type="submit" name="action" value="allow">Allow</button>
      <button type="submit" name="action" value="deny">Deny</button>
      </div>
      </form>
      """
  }

  private func password(_ number: Int, isWrong: Bool) -> String {
    guard asksForPassword else { return "" }
    let problem = isWrong ? " aria-describedby=\"problem\" aria-invalid=\"true\"" : ""
    return """
      <label for="password-\(number)">Password</label>
      <input id="password-\(number)" name="password" type="password" \
      autocomplete="current-password"\(problem)>

      """
  }
}
