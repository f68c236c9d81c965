import DocgenClocks
import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// The 24 faults of the relying-party tests, each over a socket and each detected.
@Suite(.fewAtOnce) struct NamedFaultTests {
  @Test("there are 24, under their names")
  func names() {
    #expect(ConformanceFault.allCases.count == 24)
    #expect(
      Set(ConformanceFault.allCases.map(\.rawValue)) == [
        "invalid-iss", "invalid-aud", "missing-aud", "missing-sub", "missing-iat",
        "invalid-sig-rs256", "invalid-sig-es256", "invalid-sig-hs256", "sig-none",
        "kid-absent-single", "kid-absent-multiple", "nonce-invalid", "invalid-at_hash",
        "missing-at_hash", "invalid-c_hash", "missing-c_hash", "userinfo-invalid-sub",
        "refresh-invalid-iss", "refresh-invalid-sub", "discovery-issuer-mismatch", "key-rotation",
        "key-rotation-just-before-signing", "form-post-error", "logout-other-state",
      ])
  }

  /// What a client receives in a login by code and by hybrid flow, with keys fetched beforehand.
  private struct Login {
    let hybrid: JSONWebToken
    let refreshed: JSONWebToken
    let userInfo: JSONValue
    let discovery: JSONValue
    let keysBefore: JSONWebKeySet
    let keysAfter: JSONWebKeySet
    let formPost: Reply
    let logout: Reply
  }

  private func logIn(_ stage: Stage, as client: String) async throws -> Login {
    let keysBefore = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
    let discovery = try await stage.browser.get("/.well-known/openid-configuration").json
    let reply = try await stage.authorize([
      "client_id": client, "response_type": client == "es" ? "id_token" : "code id_token token",
      "nonce": "n", "access_type": "offline",
    ])
    let hybrid = try JSONWebToken(decoding: reply.fragment["id_token"].orThrow())
    let keysAfter = try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
    var refreshed = hybrid
    var userInfo: JSONValue = .null
    if client == "web" {
      let answer = try await stage.token(["code": reply.fragment["code"].orThrow()]).json
      let more = try await stage.token([
        "grant_type": "refresh_token", "refresh_token": answer.text("refresh_token"),
      ]).json
      refreshed = try JSONWebToken(decoding: more.text("id_token"))
      userInfo = try await stage.browser.get(
        "/userinfo", headers: Stage.bearer(more.text("access_token"))
      ).json
    }
    let formPost = try await stage.authorize(["response_mode": "form_post"])
    let logout = try await stage.browser.get(
      "/end_session",
      [
        ("client_id", "web"), ("post_logout_redirect_uri", "https://app.example/bye"),
        ("state", "s"),
      ])
    return Login(
      hybrid: hybrid, refreshed: refreshed, userInfo: userInfo, discovery: discovery,
      keysBefore: keysBefore, keysAfter: keysAfter, formPost: formPost, logout: logout)
  }

  /// Returns the problems that the checks of Core 3.1.3.7 and similar ones detect.
  private func problems(of login: Login, _ stage: Stage, client: String) -> [String] {
    var problems: [String] = []
    func check(_ isRight: Bool, _ name: String) { if !isRight { problems.append(name) } }
    let claims = login.hybrid.claims
    let issuer = stage.provider.issuer()
    check(claims["iss"]?.string == issuer, "iss")
    check(claims["aud"]?.string == client, "aud")
    check(claims["sub"] == "a-1", "sub")
    check(claims["iat"] != nil, "iat")
    check(claims["nonce"] == "n", "nonce")
    if client == "web" {
      for name in ["at_hash", "c_hash"] {
        check(
          claims[name] != nil && claims[name] != "AAAAAAAAAAAAAAAAAAAAAA", name)
      }
      check(login.refreshed.claims["iss"]?.string == issuer, "refresh iss")
      check(login.refreshed.claims["sub"] == "a-1", "refresh sub")
      check(login.userInfo["sub"] == "a-1", "userinfo sub")
    }
    let algorithm: SigningAlgorithm = client == "es" ? .es256 : .rs256
    check((try? login.hybrid.verify(with: login.keysAfter, allowing: [algorithm])) != nil, "sig")
    if login.hybrid.keyID == nil {
      let fitting = login.keysAfter.candidates(keyID: nil, algorithm: algorithm).count
      problems.append("kid absent, \(fitting) of \(login.keysAfter.keys.count) keys fit")
    } else {
      check(login.keysBefore[keyID: login.hybrid.keyID ?? ""] != nil, "unknown kid")
    }
    check(login.discovery["issuer"]?.string == issuer, "discovery")
    check(login.formPost.field("error") == nil, "form post")
    check(login.logout.query["state"] == "s", "logout state")
    return problems
  }

  @Test(
    "OIDF relying-party tests: each fault, and only it, is there",
    arguments: ConformanceFault.allCases)
  func fault(fault: ConformanceFault) async throws {
    try await Stage.open { stage in
      let client = fault == .invalidSignatureES256 ? "es" : "web"
      let before = try await logIn(stage, as: client)
      #expect(problems(of: before, stage, client: client) == [])
      try await stage.provider.inject(conformance: fault)
      let login = try await logIn(stage, as: client)
      let found = problems(of: login, stage, client: client)
      let expected: [ConformanceFault: [String]] = [
        .invalidIssuer: ["iss"], .invalidAudience: ["aud"], .missingAudience: ["aud"],
        .missingSubject: ["sub"], .missingIssuedAt: ["iat"], .invalidSignatureRS256: ["sig"],
        .invalidSignatureES256: ["sig"], .invalidSignatureHS256: ["sig"], .unsigned: ["sig"],
        .missingKeyIDSingleKey: ["kid absent, 1 of 1 keys fit"],
        .missingKeyIDSeveralKeys: ["kid absent, 2 of 4 keys fit"], .invalidNonce: ["nonce"],
        .invalidAccessTokenHash: ["at_hash"], .missingAccessTokenHash: ["at_hash"],
        .invalidCodeHash: ["c_hash"], .missingCodeHash: ["c_hash"],
        .userInfoInvalidSubject: ["userinfo sub"], .refreshInvalidIssuer: ["refresh iss"],
        .refreshInvalidSubject: ["refresh sub"], .discoveryIssuerMismatch: ["discovery"],
        .keyRotation: [], .keyRotationBeforeSigning: ["unknown kid"],
        .formPostError: ["form post"], .logoutOtherState: ["logout state"],
      ]
      #expect(found == expected[fault])
      if fault == .keyRotation { #expect(login.hybrid.keyID != before.hybrid.keyID) }
      #expect(await stage.provider.requests.flatMap(\.faults) == [fault.rawValue])
      #expect(await stage.provider.coverage.covered == [fault])
      let after = try await logIn(stage, as: client)
      #expect(problems(of: after, stage, client: client) == [])
    }
  }

  @Test("a client's coverage is a number of 24")
  func coverage() {
    var coverage = ConformanceCoverage()
    for fault in ConformanceFault.allCases where fault != .formPostError { coverage.add(fault) }
    #expect(coverage.description == "23 of 24; missing: form-post-error")
    coverage.add(.formPostError)
    #expect(coverage.description == "24 of 24")
    #expect(coverage.missing.isEmpty)
  }
}
