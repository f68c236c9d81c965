import DocgenClocks
import DocgenHTTPClient
import Foundation
import Testing

@testable import OpenIDClient

@Suite struct MessageTests {
  @Test(arguments: [
    ("com.example.app:/cb", "com.example.app:/cb?code=1", true),
    ("com.example.app:/cb", "COM.EXAMPLE.APP:/cb#x", true),
    ("com.example.app:/cb", "com.example.app:/cb/", false),
    ("com.example.app:/cb", "com.example.app:/CB", false),
    ("com.example.app:/cb", "com.example.app://cb", false),
    ("com.example.app:/cb", "com.example.apps:/cb", false),
    ("http://127.0.0.1:80/cb", "http://127.0.0.1:81/cb", false),
    ("http://127.0.0.1:5/cb", "http://127.0.0.1:5/cb?a=b#c", true),
    ("http://127.0.0.1:5/cb", "http://localhost:5/cb", false),
    ("http://127.0.0.1:5/cb", "http://evil@127.0.0.1:5/cb", false),
    ("http://127.0.0.1:5/cb", "https://127.0.0.1:5/cb", false),
    ("https://app.example/cb", "https://APP.example/cb", true),
    ("https://app.example/cb", "https://app.example.evil/cb", false),
    ("https://app.example/cb", "https://app.example/cb%2F", false),
    ("https://app.example/cb", "https://app.example/x/../cb", false),
    ("https://app.example", "https://app.example/?code=1", true),
    ("https://app.example/cb?a=b", "https://app.example/cb?a=b&code=1", true),
    ("https://app.example/cb?a=b", "https://app.example/cb?a=bc", false),
    ("https://app.example/cb?a=b", "https://app.example/cb?code=1", false),
    ("https://app.example/cb", "/cb", false),
  ])
  func matchesRedirectsExactly(_ redirectURI: String, _ url: String, _ isMatch: Bool) throws {
    let expected = try #require(URL(string: redirectURI))
    #expect(RedirectMatch.matches(try #require(URL(string: url)), redirectURI: expected) == isMatch)
  }

  private let metadata = ProviderMetadata(
    issuer: "https://op.example", authorizationEndpoint: URL(string: "https://op.example/a?x=1")!,
    tokenEndpoint: URL(string: "https://op.example/token"),
    keysEndpoint: URL(string: "https://op.example/jwks"))

  @Test func asksForWhatTheSettingsSay() throws {
    var settings = ClientSettings(
      clientID: "a b&c", redirectURI: URL(string: "com.example.app:/cb?d=e")!)
    settings.parameters = [
      "state": "mine", "prompt": "login", "code_challenge": "x", "nonce": "y", "display": "touch",
      "response_mode": "query",
    ]
    let secrets = AuthorizationRequest.Secrets(random: RandomSource(seed: 1))
    let request = try AuthorizationRequest(settings, at: metadata, secrets: secrets)
    let parameters = FormParameters(decoding: request.url.query(percentEncoded: true) ?? "")
    #expect(parameters.repeatedName == nil)
    #expect(
      parameters.pairs.map(\.name) == [
        "x", "response_type", "client_id", "redirect_uri", "scope", "state", "nonce",
        "code_challenge", "code_challenge_method", "display", "prompt",
      ])
    #expect(parameters["client_id"] == "a b&c")
    #expect(parameters["redirect_uri"] == "com.example.app:/cb?d=e")
    #expect(parameters["state"] == secrets.state)
    #expect(parameters["nonce"] == secrets.nonce)
    #expect(Set([secrets.state, secrets.nonce, secrets.codeVerifier]).count == 3)
    #expect(secrets.codeVerifier.count == 43)
    let challenge = try #require(parameters["code_challenge"])
    #expect(challenge.count == 43 && challenge != secrets.codeVerifier)
  }

  @Test func refusesSettingsThatCannotWork() {
    let redirectURI = URL(string: "com.example.app:/cb")!
    let secrets = AuthorizationRequest.Secrets(random: RandomSource(seed: 1))
    func refuses(_ settings: ClientSettings, _ metadata: ProviderMetadata) {
      #expect(throws: ClientError.self) {
        try AuthorizationRequest(settings, at: metadata, secrets: secrets)
      }
    }
    let good = ClientSettings(clientID: "app", redirectURI: redirectURI)
    var bare = metadata
    bare.tokenEndpoint = nil
    refuses(good, bare)
    bare = metadata
    bare.keysEndpoint = nil
    refuses(good, bare)
    var settings = good
    settings.responseType = []
    refuses(settings, metadata)
    settings.responseType = .idToken
    settings.responseMode = .query
    refuses(settings, metadata)
  }

  @Test(arguments: ["a=1&b=2&a=3", "state=1&state=1"])
  func noticesRepeatedParameters(_ query: String) {
    #expect(FormParameters(decoding: query).repeatedName != nil)
  }

  @Test func encodesSoThatItDecodesAgain() {
    let pairs = [
      (name: "a b", value: "1+2&3=4%é/~"), (name: "", value: ""), (name: "x", value: "%zz"),
    ]
    let parameters = FormParameters(pairs)
    #expect(FormParameters(decoding: parameters.encoded) == parameters)
    #expect(FormParameters(decoding: "a=%2&b=%&c=+")["b"] == "%")
  }

  /// The unreserved characters of RFC 3986 stay as they are.
  @Test func escapesEverythingElse() {
    for byte in UInt8(0)..<0x80 {
      let text = String(UnicodeScalar(byte))
      let isUnreserved = text.contains(/[A-Za-z0-9._~-]/)
      let hexadecimal = String(byte, radix: 16, uppercase: true)
      let escape = (byte < 0x10 ? "%0" : "%") + hexadecimal
      #expect(FormParameters.escape(text) == (isUnreserved ? text : escape))
    }
    #expect(FormParameters.escape("é€😀\r\n") == "%C3%A9%E2%82%AC%F0%9F%98%80%0D%0A")
  }

  @Test func readsForms() {
    let page = LoginPage(
      html: """
        <!-- <form action="no"> --><p>1 < 2 <FORM METHOD='Post' action=/go?a=1&amp;b=2>
        <input name="u" value="x &quot;&#65;&#x42;&lt;" disabled><input type=hidden name=h value=1 />
        <button name=action value="allow">Yes</button><button value=n type='button'>No</button>
        </form><input name="outside"><form><input type="submit"></form><form action="
        """)
    #expect(page.forms.count == 2)
    #expect(page.forms[0].isPost)
    #expect(page.forms[0].action == "/go?a=1&b=2")
    #expect(page.forms[0].controls.map(\.name) == ["u", "h", "action", ""])
    #expect(page.forms[0].controls.map(\.value) == ["x \"AB<", "1", "allow", "n"])
    #expect(page.forms[0].buttons.map(\.value) == ["allow"])
  }

  @Test(arguments: 0..<50)
  func readsAnythingWithoutTrapping(_ seed: UInt64) {
    let pieces = [
      "<", ">", "form", " ", "=", "\"", "'", "/", "&", "&#x", ";", "input", "<!--", "é", "a",
    ]
    let html = RandomSource(seed: seed).bytes(500).map { pieces[Int($0) % pieces.count] }.joined()
    let page = LoginPage(html: html)
    #expect(page.forms.count <= html.count)
    #expect(FormParameters(decoding: html).pairs.count <= html.count)
  }

  @Test(
    arguments: [
      ("", false), ("a", false), ("a.b", false), ("a.e30.c", false), ("..", false),
      ("x.eyJpc3MiOiJpIiwiYXVkIjoiYSIsInN1YiI6InMiLCJleHAiOjIsImlhdCI6MX0", true),
      ("x.eyJpc3MiOiJpIiwiYXVkIjpbImEiLCJiIl0sInN1YiI6InMiLCJleHAiOjIuNSwiaWF0IjoxfQ.s", true),
    ])
  func readsClaimsWithoutChecking(_ compact: String, _ isReadable: Bool) {
    let token = try? IDToken(parsing: compact)
    #expect((token != nil) == isReadable)
    if let token {
      #expect(token.issuer == "i" && token.audience.first == "a" && token.subject == "s")
      #expect(token.issuedAt == Date(timeIntervalSince1970: 1))
    }
  }
}
