import DocgenClocks
import OpenIDProviderMock
import SampleLab

/// The mocks, configured by the page's fixtures.
let lab = try await Lab.start()
let callback = URL(string: "https://app.example/cb")!

/// The address of an authorization request with these parameters.
func authorizationURL(_ parameters: KeyValuePairs<String, String>) -> URL {
  lab.provider.appending(path: "authorize")
    .appending(queryItems: parameters.map { URLQueryItem(name: $0, value: $1) })
}

extension URL {
  /// The parameters of an authorization response, in the query or the fragment.
  var parameters: [URLQueryItem] {
    let text = fragment() ?? query() ?? ""
    return URLComponents(string: "?" + text)?.queryItems ?? []
  }
}

/// Logs in by the implicit flow, and returns a userinfo request with the access token.
func userInfoRequest(scope: String) async throws -> URLRequest {
  let page = authorizationURL([
    "client_id": "web", "redirect_uri": callback.absoluteString,
    "response_type": "token", "scope": scope,
  ])
  let end = try await lab.browser.open(page, until: callback)
  let token = end.parameters.first { $0.name == "access_token" }!.value!
  var request = URLRequest(url: lab.provider.appending(path: "userinfo"))
  request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
  return request
}

/// The header or the claims of a token, not verified.
func part(_ index: Int, of token: String) throws -> [String: Any] {
  var text = String(token.split(separator: ".", omittingEmptySubsequences: false)[index])
    .replacing("-", with: "+").replacing("_", with: "/")
  text += String(repeating: "=", count: (4 - text.count % 4) % 4)
  return try JSONSerialization.jsonObject(with: Data(base64Encoded: text)!) as! [String: Any]
}

/// The IDs of the keys that the provider publishes.
func publishedKeys() async throws -> [String] {
  struct Keys: Decodable {
    struct Key: Decodable { var kid: String }
    var keys: [Key]
  }
  let (data, _) = try await lab.http.data(from: lab.provider.appending(path: "jwks"))
  return try JSONDecoder().decode(Keys.self, from: data).keys.map(\.kid)
}
