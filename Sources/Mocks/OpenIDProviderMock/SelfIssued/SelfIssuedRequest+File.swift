import DocgenHTTPClient
import DocgenJSON

extension SelfIssuedRequest {
  /// Parses a request file, which the client's own server must have: its certificate proves the
  /// name.
  init(file: TransportResponse, from server: String) throws(SelfIssuedError) {
    guard file.status == 200 else {
      // A redirect would lead to another host than the one that has been checked.
      throw .shown("the request file's server returned status \(file.status)")
    }
    guard let object = (try? JSONParser.parse(file.body))?.object else {
      throw .shown("the request file is not a JSON object")
    }
    func text(_ name: String) throws(SelfIssuedError) -> String {
      guard let text = object[name]?.string, !text.isEmpty else {
        throw .shown("the request file has no '\(name)'")
      }
      return text
    }
    shape = .byReference
    clientID = try text("client_id")
    guard let host = Self.host(of: clientID) else {
      throw .shown("'client_id' of the request file is not an https address")
    }
    guard server == host else {
      throw .shown("the request file is not on the server of '\(host)', the client")
    }
    redirectURI = try text(object["redirect_uri"] == nil ? "redirect_url" : "redirect_uri")
    // The client is a host name; another host would be another client.
    guard Self.host(of: redirectURI) == host, !redirectURI.contains("#") else {
      throw .shown("the redirect URI of the request file is not one of '\(host)'")
    }
    state = object["state"]?.string
    applicationName = object["application_name"]?.string
    scopes = (object["scope"]?.string ?? "").split(separator: " ").map(String.init)
    let words = (object["response_type"]?.string ?? "").split(separator: " ")
    nonce = object["nonce"]?.string ?? ""
    guard words.count == 3, Set(words) == ["token", "id_token", "userinfo"] else {
      throw refusal(
        "unsupported_response_type", reason: "the response type is not 'token id_token userinfo'")
    }
    if !scopes.contains("openid") {
      throw refusal("invalid_scope", reason: "the scope 'openid' is missing")
    }
    if nonce.isEmpty { throw refusal("invalid_request", reason: "the request file has no 'nonce'") }
  }

  /// Returns the host of an `https:` address, in lower case.
  static func host(of address: String) -> String? {
    guard let origin = WebOrigin(address), origin.scheme == "https",
      RedirectURI.problem(of: address) == nil
    else { return nil }
    return origin.host
  }
}
