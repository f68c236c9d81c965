/// The form on which a user logs in, or only agrees.
struct LoginForm {
  let action: String
  let client: ClientRegistration
  let scopes: [String]
  let transaction: String
  /// The user who is already logged in and only has to agree.
  let user: String?
  /// The problem with the last input.
  let message: String?
  /// The fields; `nil` if the user only has to agree.
  let person: UserFields?

  var page: Page {
    Page(
      title: user == nil ? "Log in" : "Allow access?", isRepeated: message != nil,
      pictures: client.logoURI.flatMap { WebOrigin($0) },
      content: """
        \(logo)<p class="lead">\(introduction)</p>
        \(Page.alert(message))\(scopeList)
        <form method="post" action="\(Page.escape(action))">
        <input type="hidden" name="transaction" value="\(Page.escape(transaction))">
        \(person?.fields(isWrong: message != nil) ?? "")<div class="actions">
        \(person?.buttons(allow: allow) ?? agreeing)
        <button type="submit" name="action" value="deny">Deny</button>
        </div>
        </form>
        """)
  }

  /// The client's picture; its name follows in the text.
  private var logo: String {
    guard let address = client.logoURI else { return "" }
    return "<img src=\"\(Page.escape(address))\" alt=\"\" height=\"64\">\n"
  }

  private var allow: String { person?.users == nil ? "Log in and allow" : "Allow" }

  private var agreeing: String {
    "<button type=\"submit\" name=\"action\" value=\"allow\">Allow</button>"
  }

  private var introduction: String {
    let client = "<strong>\(Page.escape(client.name ?? client.clientID))</strong>"
    guard let user else { return "to continue to \(client)" }
    return
      "\(client) requests access. You are logged in as <strong>\(Page.escape(user))</strong>."
  }

  /// The meanings of standard scopes (OpenID Connect Core 5.4 and 11).
  private static let meanings: [String: String] = [
    "openid": "Know who you are", "profile": "Your name and profile",
    "email": "Your e-mail address", "address": "Your postal address",
    "phone": "Your phone number", "offline_access": "Act while you are away",
  ]

  /// The scopes as text for users and by their names in the protocol.
  private var scopeList: String {
    if scopes.isEmpty { return "<p>It asks for nothing in particular.</p>" }
    let items = scopes.map { scope in
      let name = Page.escape(scope)
      let meaning = Self.meanings[scope] ?? "Access to \(name)"
      return "<li><span>\(meaning)</span> <code>\(name)</code></li>"
    }
    return """
      <h2 id="scopes">It asks for</h2>
      <ul aria-labelledby="scopes">
      \(items.joined(separator: "\n"))
      </ul>
      """
  }
}
