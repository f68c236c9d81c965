import DocgenClocks
import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDClient
import Testing

@Suite(.fewAtOnce) struct SelfIssuedTests {
  /// A site whose request file is what a test says; `HOST` stands for its address.
  private func site(
    _ changes: [String: String] = [:], status: Int = 200,
    _ body: (URL, String) async throws -> Void
  ) async throws {
    let listener = try HTTPListener { request in
      let base = "http://" + (request.headers["Host"] ?? "")
      var file = [
        "response_type": "token id_token userinfo", "client_id": base + "/",
        "redirect_uri": base + "/back?a=b", "nonce": "n-1", "scope": "openid email",
        "application_name": "A shop",
      ]
      for (name, value) in changes { file[name] = value.isEmpty ? nil : value }
      let members = file.map { (key: $0.key, value: JSONValue.string($0.value)) }
      return HTTPResponse(
        status: status, text: JSONValue.object(JSONObject(members)).serialized())
    }
    let base = "http://127.0.0.1:\(listener.port)"
    let link = "openid://?request_uri=http%3A%2F%2F127.0.0.1%3A\(listener.port)%2Frequest.json"
    try await body(#require(URL(string: link)), base)
    await listener.stop()
  }

  private func phone(clock: ManualClock = ManualClock()) -> SelfIssuedIdentity {
    SelfIssuedIdentity(
      claims: ["email": "me@example.com", "name": "Me"], clock: clock,
      random: RandomSource(seed: 1))
  }

  /// What the site does: the key that names the user must have signed both tokens.
  private func verified(_ url: URL) throws -> (idToken: JSONObject, userInfo: JSONObject) {
    let fields = FormFields(try #require(url.fragment(percentEncoded: true)))
    let idToken = try JSONWebToken(decoding: #require(fields["id_token"]))
    let userInfo = try JSONWebToken(decoding: #require(fields["userinfo_token"]))
    let issuer = try #require(idToken.claims["iss"]?.string)
    #expect(idToken.claims["user_id"]?.string == issuer)
    let json = try JSONParser.parse(Base64URL.decode(issuer))
    let key = try PublicKey(JSONWebKey(json: json).material)
    try idToken.verify(with: key, allowing: [.es256])
    try userInfo.verify(with: key, allowing: [.es256])
    #expect(fields["access_token"]?.isEmpty == false)
    return (idToken.claims, userInfo.claims)
  }

  @Test func tellsASiteWhoItIs() async throws {
    try await site { link, base in
      let phone = phone()
      let request = try await phone.request(from: link)
      #expect(request.applicationName == "A shop")
      let answer = try await phone.approve(request)
      #expect(answer.absoluteString.hasPrefix(base + "/back?a=b#"))
      let (idToken, userInfo) = try verified(answer)
      #expect(idToken["nonce"]?.string == "n-1")
      #expect(idToken["iat"]?.integer == 2_000_000_000)
      #expect(idToken["exp"]?.integer == 2_000_000_600)
      #expect(userInfo["email"]?.string == "me@example.com")
      #expect(userInfo["name"] == nil)
      let denial = try await phone.deny(request)
      #expect(denial.absoluteString == base + "/back?a=b#error=access_denied")
    }
  }

  @Test func bringsBackWhatTheSiteRemembersALoginBy() async throws {
    try await site(["state": "s 1&#"]) { link, _ in
      let phone = phone()
      let request = try await phone.request(from: link)
      for answer in [try await phone.approve(request), try await phone.deny(request)] {
        let fields = FormFields(try #require(answer.fragment(percentEncoded: true)))
        #expect(fields["state"] == "s 1&#")
      }
    }
  }

  @Test func staysTheSamePersonAtTheNextStart() async throws {
    try await site { link, base in
      let first = phone()
      let request = try await first.request(from: link)
      let issuer = try verified(try await first.approve(request)).idToken["iss"]
      let kept = try await first.keysToStore()
      #expect(kept.keys.sorted() == [base + "/"])
      let next = SelfIssuedIdentity(claims: [:], keptKeys: kept)
      // Keys that were not used since are kept as well.
      try await #expect(next.keysToStore() == kept)
      try await #expect(verified(next.approve(request)).idToken["iss"] == issuer)
      let stranger = SelfIssuedIdentity(claims: [:])
      try await #expect(verified(stranger.approve(request)).idToken["iss"] != issuer)
      let damaged = SelfIssuedIdentity(
        claims: [:], keptKeys: [base + "/": "-----BEGIN"])
      await #expect(throws: ClientError.self) { try await damaged.approve(request) }
    }
  }

  @Test func hasAKeyForEachSite() async throws {
    let phone = phone()
    var names: [String] = []
    for _ in 0..<2 {
      try await site { link, _ in
        for _ in 0..<2 {
          let request = try await phone.request(from: link)
          let (idToken, _) = try await verified(phone.approve(request))
          names.append(try #require(idToken["iss"]?.string))
        }
      }
    }
    #expect(names[0] == names[1] && names[2] == names[3] && names[0] != names[2])
  }

  @Test(arguments: [
    ["client_id": "http://other.example/"], ["client_id": ""], ["redirect_uri": "app:/cb"],
    ["redirect_uri": "http://other.example/"], ["redirect_uri": "http://127.0.0.1/#x"],
    ["nonce": ""], ["response_type": "id_token"], ["scope": "email"],
  ])
  func refusesRequestsOfSomebodyElse(_ changes: [String: String]) async throws {
    try await site(changes) { link, _ in
      await #expect(throws: ClientError.self, "\(changes)") {
        try await phone().request(from: link)
      }
    }
  }

  @Test func refusesLinksThatAreNone() async throws {
    for link in [
      "https://x/?request_uri=http://127.0.0.1/", "openid://", "openid://?request_uri=x",
    ] {
      await #expect(throws: ClientError.self, "\(link)") {
        try await phone().request(from: #require(URL(string: link)))
      }
    }
    try await site(status: 302) { link, _ in
      await #expect(throws: ClientError.status(.requestFile, 302)) {
        try await phone().request(from: link)
      }
    }
  }

  @Test func refusesAFileWithoutTLS() async throws {
    let link = "openid://?request_uri=http%3A%2F%2Fshop.example%2Frequest.json"
    await #expect(
      throws: ClientError.configuration(
        "a request file without TLS does not say who the client is")
    ) { try await phone().request(from: #require(URL(string: link))) }
  }
}
