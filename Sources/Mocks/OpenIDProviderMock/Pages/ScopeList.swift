/// The scopes that a client requests, as text for users and by their names in the protocol.
struct ScopeList {
  let scopes: [String]

  /// OpenID Connect Core 5.4 and 11.
  private static let meanings: [String: String] = [
    "openid": "Know who you are", "profile": "Your name and profile",
    "email": "Your e-mail address", "address": "Your postal address",
    "phone": "Your phone number", "offline_access": "Act while you are away",
  ]

  var html: String {
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
