import DocgenJOSE
import DocgenJSON
import DocgenTestSupport
import OpenIDProviderMock
import Testing

/// OpenID Connect Core 10.1.1.
@Suite(.fewAtOnce) struct KeyRotationTests {
  private func token(_ stage: Stage) async throws -> JSONWebToken {
    let reply = try await stage.authorize(["response_type": "id_token", "nonce": "n"])
    return try JSONWebToken(decoding: reply.fragment["id_token"].orThrow())
  }

  private func keys(_ stage: Stage) async throws -> JSONWebKeySet {
    try await JSONWebKeySet(json: stage.browser.get("/jwks").json)
  }

  @Test("rotating keeps old tokens good, retiring ends them")
  func rotate() async throws {
    try await Stage.open { stage in
      let old = try await token(stage)
      for round in 2...4 {
        try await stage.provider.changeKeys(.rotate(keepingOld: true))
        let new = try await token(stage)
        #expect(new.keyID != old.keyID)
        let set = try await keys(stage)
        #expect(set.keys.count == 3 * round)
        try new.verify(with: set, allowing: [.rs256])
        try old.verify(with: set, allowing: [.rs256])
      }
      try await stage.provider.changeKeys(.retireOld)
      let set = try await keys(stage)
      #expect(set.keys.count == 3)
      #expect(throws: JOSEError.unknownKey("rsa-1")) {
        try old.verify(with: set, allowing: [.rs256])
      }
    }
  }

  @Test("key-rotation-just-before-signing: an unknown kid means fetching again")
  func justBeforeSigning() async throws {
    try await Stage.open { stage in
      let cached = try await keys(stage)
      try await stage.provider.changeKeys(.rotate(keepingOld: false))
      let new = try await token(stage)
      #expect(throws: JOSEError.unknownKey("rsa-2")) {
        try new.verify(with: cached, allowing: [.rs256])
      }
      try await new.verify(with: keys(stage), allowing: [.rs256])
    }
  }

  @Test("a key that signs before it is published")
  func publishedLate() async throws {
    try await Stage.open { stage in
      try await stage.provider.changeKeys(.rotateBeforePublishing)
      let new = try await token(stage)
      let before = try await keys(stage)
      #expect(before.keys.compactMap(\.keyID) == ["rsa-1", "ec-1", "ps-1"])
      #expect(throws: JOSEError.self) { try new.verify(with: before, allowing: [.rs256]) }
      try await stage.provider.changeKeys(.publish)
      try await new.verify(with: keys(stage), allowing: [.rs256])
    }
  }

  @Test("kid-absent: tokens and keys without names still fit together")
  func withoutKeyIDs() async throws {
    try await Stage.open { stage in
      try await stage.provider.changeKeys(.leaveOutKeyIDs)
      let token = try await token(stage)
      #expect(token.keyID == nil)
      let set = try await keys(stage)
      #expect(set.keys.allSatisfy { $0.keyID == nil })
      try token.verify(with: set, allowing: [.rs256])
      await #expect(throws: ProviderError.unknownIssuer("/x")) {
        try await stage.provider.changeKeys(.publish, issuer: "/x")
      }
    }
  }
}
