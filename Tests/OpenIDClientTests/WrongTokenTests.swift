import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import DocgenTestSupport
import Foundation
import OpenIDProviderMock
import Testing

@testable import OpenIDClient

/// Wrong responses by the names of the OpenID Foundation's relying-party tests: the client's
/// reactions.
@Suite(.fewAtOnce) struct WrongTokenTests {
  /// One fault, the flow it is put into, and the rule that the client names.
  struct Case: Sendable, CustomTestStringConvertible {
    var fault: IDTokenFault
    var type: ResponseType = .code
    var problem: IDTokenProblem?
    var testDescription: String { "\(fault.rawValue) in \(type)" }
  }

  static let hybrid: ResponseType = [.code, .idToken, .token]

  static let cases: [Case] = [
    Case(fault: .invalidIssuer, problem: .issuer("https://other.example")),
    Case(fault: .invalidAudience, problem: .audience(["somebody-else"])),
    Case(fault: .missingAudience, problem: .missingClaim("aud")),
    Case(fault: .missingSubject, problem: .missingClaim("sub")),
    Case(fault: .missingIssuedAt, problem: .missingClaim("iat")),
    Case(fault: .invalidSignature, problem: .signature),
    Case(fault: .symmetricSignature, problem: .algorithm("HS256")),
    Case(fault: .unsigned, problem: .algorithm("none")),
    Case(fault: .unknownKeyID, problem: .unknownKey),
    Case(fault: .invalidNonce, problem: .nonce),
    Case(fault: .missingNonce, problem: .nonce),
    Case(fault: .expired, problem: .expired),
    Case(fault: .notYetValid, problem: .notYetValid),
    Case(fault: .invalidAccessTokenHash, problem: .accessTokenHash),
    Case(fault: .invalidIssuer, type: hybrid, problem: .issuer("https://other.example")),
    Case(fault: .invalidSignature, type: .idToken, problem: .signature),
    Case(fault: .invalidNonce, type: hybrid, problem: .nonce),
    Case(fault: .invalidAccessTokenHash, type: [.idToken, .token], problem: .accessTokenHash),
    Case(fault: .missingAccessTokenHash, type: [.idToken, .token], problem: .accessTokenHash),
    Case(fault: .invalidCodeHash, type: hybrid, problem: .codeHash),
    Case(fault: .missingCodeHash, type: [.code, .idToken], problem: .codeHash),
    // These two are right: the hash is optional beside a code (Core 3.1.3.6), and one key of the
    // algorithm needs no name (10.1).
    Case(fault: .missingAccessTokenHash, problem: nil),
    Case(fault: .missingKeyID, problem: nil),
  ]

  @Test(arguments: cases)
  func refusesATokenThatBreaksARule(_ test: Case) async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(test.fault)
      let client = stage.client { $0.responseType = test.type }
      guard let problem = test.problem else {
        try await #expect(client.logIn(with: stage.browser).subject == "a-1")
        return
      }
      await #expect(throws: ClientError.idToken(problem)) {
        try await client.logIn(with: stage.browser)
      }
      await #expect(client.state == .failed(.idToken(problem)))
      await #expect(stage.store.load(client.key) == nil)
      // The next token is right again, and so is the next login.
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
    }
  }

  /// Core 12.2: a refreshed token may lack the nonce; one that has it must have the login's.
  @Test(arguments: [nil, "first", "other"])
  func comparesTheNonceOfARefreshedToken(_ nonce: String?) async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      let login = try #require(first.claims?.claims["nonce"]?.string)
      #expect(first.nonce == login)
      // A token without a nonce in between changes nothing.
      stage.clock.advance(by: .seconds(3_600))
      let second = try await client.credentials()
      #expect(second.claims?.claims["nonce"] == nil)
      let sent = nonce == "first" ? login : nonce
      try await stage.provider.changeClaims { _, claims in
        claims["nonce"] = sent.map { .string($0) }
      }
      stage.clock.advance(by: .seconds(3_600))
      if nonce == "other" {
        await #expect(throws: ClientError.idToken(.nonce)) { try await client.credentials() }
      } else {
        try await #expect(client.credentials().subject == "a-1")
      }
    }
  }

  /// An earlier version stored no nonce; the ID token that it stored still has it.
  @Test func comparesTheNonceOfStoredCredentials() async throws {
    try await Stage.open { stage in
      let first = stage.client()
      var stored = try await first.logIn(with: stage.browser)
      stored.nonce = nil
      await stage.store.save(stored, for: first.key)
      try await stage.provider.changeClaims { _, claims in claims["nonce"] = "other" }
      stage.clock.advance(by: .seconds(3_600))
      let second = stage.client()
      try await second.start(.silent)
      await #expect(throws: ClientError.idToken(.nonce)) { try await second.credentials() }
    }
  }

  /// Core 3.1.3.7, rule 5: also in a token for one audience.
  @Test func refusesATokenForAnotherParty() async throws {
    try await Stage.open { stage in
      try await stage.provider.changeClaims { _, claims in claims["azp"] = "other" }
      let client = stage.client()
      await #expect(throws: ClientError.idToken(.authorizedParty("other"))) {
        try await client.logIn(with: stage.browser)
      }
    }
  }

  @Test(arguments: ["at_hash", "c_hash"])
  func refusesAHashThatIsNoString(_ claim: String) async throws {
    try await Stage.open { stage in
      try await stage.provider.changeClaims { _, claims in claims[claim] = 1 }
      let client = stage.client { $0.responseType = claim == "c_hash" ? [.code, .idToken] : .code }
      let problem: IDTokenProblem = claim == "c_hash" ? .codeHash : .accessTokenHash
      await #expect(throws: ClientError.idToken(problem)) {
        try await client.logIn(with: stage.browser)
      }
    }
  }

  @Test(
    arguments: [
      (.invalidIssuerAfterRefresh, .issuer("https://other.example")),
      (.invalidSubjectAfterRefresh, .subject), (.invalidSignature, .signature),
      (.unsigned, .algorithm("none")),
    ] as [(IDTokenFault, IDTokenProblem)])
  func refusesAWrongTokenAfterARefresh(_ fault: IDTokenFault, _ problem: IDTokenProblem)
    async throws
  {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      try await stage.provider.inject(fault)
      stage.clock.advance(by: .seconds(3_600))
      await #expect(throws: ClientError.idToken(problem)) { try await client.credentials() }
      await #expect(client.state == .failed(.idToken(problem)))
      #expect(ClientError.idToken(problem).requiresLogin)
      await #expect(stage.store.load(client.key) == nil)
    }
  }

  @Test func theStoreIsClearedBeforeARefusalIsTold() async throws {
    try await Stage.open { stage in
      let client = stage.client(store: SlowStore(store: stage.store))
      _ = try await client.logIn(with: stage.browser)
      try await stage.provider.inject(.invalidSignature)
      stage.clock.advance(by: .seconds(3_600))
      await #expect(throws: ClientError.idToken(.signature)) { try await client.credentials() }
      await #expect(stage.store.load(client.key) == nil)
    }
  }

  /// A store that takes its time to delete.
  private struct SlowStore: CredentialStore {
    let store: InMemoryCredentialStore

    func load(_ key: CredentialKey) async -> Credentials? { await store.load(key) }

    func save(_ credentials: Credentials, for key: CredentialKey) async {
      await store.save(credentials, for: key)
    }

    func delete(_ key: CredentialKey) async {
      for _ in 0..<10_000 { await Task.yield() }
      await store.delete(key)
    }
  }

  /// `invalid-sig-es256`.
  @Test func refusesAWrongSignatureOfAnEllipticCurve() async throws {
    try await Stage.open { stage in
      try await stage.provider.inject(.invalidSignature)
      let client = stage.client { $0.clientID = "es" }
      await #expect(throws: ClientError.idToken(.signature)) {
        try await client.logIn(with: stage.browser)
      }
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
    }
  }

  /// `kid-absent-multiple`.
  @Test func refusesANamelessTokenWhereSeveralKeysFit() async throws {
    try await Stage.open { stage in
      try await stage.provider.changeKeys(.rotate(keepingOld: true))
      try await stage.provider.inject(.missingKeyID)
      let client = stage.client()
      await #expect(throws: ClientError.idToken(.ambiguousKey)) {
        try await client.logIn(with: stage.browser)
      }
    }
  }

  /// `userinfo-invalid-sub`.
  @Test func refusesClaimsAboutSomebodyElse() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      try await stage.provider.inject(.member("sub", "b-2"), into: .userInfo)
      await #expect(throws: ClientError.malformedResponse(.userInfo, "it is about another user")) {
        try await client.userInfo()
      }
      try await stage.provider.inject(.member("sub", nil), into: .userInfo)
      await #expect(throws: ClientError.self) { try await client.userInfo() }
      try await #expect(client.userInfo()["sub"]?.string == "a-1")
    }
  }

  /// `form-post-error`.
  @Test func readsARefusalFromAForm() async throws {
    try await Stage.open { stage in
      try await stage.provider.queue(.deny)
      let client = stage.client { $0.responseMode = .formPost }
      _ = try? await client.logIn(with: stage.browser)
      guard case .failed(.authorization(let refusal)) = await client.state else {
        Issue.record("\(await client.state)")
        return
      }
      #expect(refusal.code == .accessDenied)
    }
  }

  /// `key-rotation` and `key-rotation-just-before-signing`.
  @Test(arguments: [KeyChange.rotate(keepingOld: true), .rotate(keepingOld: false)])
  func fetchesNewKeysOnce(_ change: KeyChange) async throws {
    try await Stage.open { stage in
      let client = stage.client()
      _ = try await client.logIn(with: stage.browser)
      try await client.logOut(revoking: false)
      await #expect(stage.count("/jwks") == 1)
      try await stage.provider.changeKeys(change)
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
      await #expect(stage.count("/jwks") == 2)
      try await client.logOut(revoking: false)
      try await #expect(client.logIn(with: stage.browser).subject == "a-1")
      await #expect(stage.count("/jwks") == 2)
    }
  }

  @Test func waitsForKeysThatAreNotPublishedYet() async throws {
    try await Stage.open { stage in
      let client = stage.client()
      let first = try await client.logIn(with: stage.browser)
      try await stage.provider.changeKeys(.rotateBeforePublishing)
      stage.clock.advance(by: .seconds(3_600))
      await #expect(throws: ClientError.idToken(.unknownKey)) { try await client.credentials() }
      await #expect(client.state == .authorized(first))
      try await stage.provider.changeKeys(.publish)
      stage.clock.advance(by: .seconds(1))
      try await #expect(client.credentials().accessToken != first.accessToken)
    }
  }

  /// The names of the 24, and where this suite and its neighbours show each.
  @Test func countsWhatIsShown() {
    let shown = Set(Self.cases.map(\.fault))
    let afterRefresh: Set<IDTokenFault> = [.invalidIssuerAfterRefresh, .invalidSubjectAfterRefresh]
    #expect(shown.union(afterRefresh) == Set(IDTokenFault.allCases))
    #expect(Self.cases.filter { $0.problem == nil }.count == 2)
  }
}
