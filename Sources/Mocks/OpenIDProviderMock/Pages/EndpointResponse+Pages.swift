import DocgenHTTPServer

/// The responses that a browser shows, or sends on to the client.
extension EndpointResponse {
  static func page(
    _ page: Page, status: Int = 200, error: OAuthError? = nil
  ) -> EndpointResponse {
    EndpointResponse(
      HTTPResponse(status: status, headers: page.headers, text: page.html), error: error)
  }

  /// Returns an error to show only to the user at the browser.
  static func errorPage(_ error: OAuthError, status: Int = 400) -> EndpointResponse {
    .page(.error(error), status: status, error: error)
  }

  static func redirect(to location: String) -> EndpointResponse {
    EndpointResponse(
      HTTPResponse(status: 302, headers: ["Location": location, "Cache-Control": "no-store"]))
  }

  /// Returns the response with status 303 if it redirects after a POST, so that no browser repeats
  /// the form's body; never 307 (RFC 9700 4.12).
  func redirecting(after request: EndpointRequest) -> EndpointResponse {
    var response = self
    if request.isPost, http.status == 302 { response.http.status = 303 }
    return response
  }

  /// Returns a response to the client, as a redirect or as a form that submits itself.
  static func authorization(
    _ authorization: AuthorizationResponse, error: OAuthError?
  ) -> EndpointResponse {
    guard authorization.target.mode == .formPost else {
      var response = redirect(to: authorization.location)
      response.error = error
      return response
    }
    let form = SelfPostingForm(
      action: authorization.target.redirectURI, fields: authorization.parameters)
    return EndpointResponse(
      HTTPResponse(status: 200, headers: form.page.headers, text: form.page.html), error: error)
  }
}

/// The page of `response_mode=form_post`, submitted by a script, or by a button if scripts are off.
struct SelfPostingForm {
  let action: String
  let fields: [(name: String, value: String)]

  private static let script = "document.forms[0].submit()"

  var page: Page {
    let inputs = fields.map { field in
      let (name, value) = (Page.escape(field.name), Page.escape(field.value))
      return "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">"
    }
    return Page(
      title: "One moment", script: Self.script,
      content: """
        <p class="lead">You are being sent back to the application.</p>
        <form method="post" action="\(Page.escape(action))">
        \(inputs.joined(separator: "\n"))
        <div class="actions"><button type="submit">Continue</button></div>
        </form>
        <script>\(Self.script)</script>
        """)
  }
}
