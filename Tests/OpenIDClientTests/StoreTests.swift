import DocgenTestSupport
import Foundation
import OpenIDClient
import Testing

@Suite struct StoreTests {
  static let credentials = Credentials(
    accessToken: "secret-at", refreshToken: "secret-rt", idToken: "secret-id", subject: "a-1",
    scope: ["openid"], issuedAt: Date(timeIntervalSince1970: 2_000_000_000.25),
    expiry: Date(timeIntervalSince1970: 2_000_003_600))

  private func key(
    _ issuer: String = "https://op.example", client: String = "app", scope: [String] = ["openid"],
    type: ResponseType = .code
  ) -> CredentialKey {
    CredentialKey(issuer: issuer, clientID: client, scope: scope, responseType: type)
  }

  private func check(_ store: any CredentialStore) async throws {
    let keys = [
      key(), key("https://other.example"), key(client: "b"), key(scope: ["openid", "email"]),
      key(type: .idToken), key("a\u{0}'\"; DROP TABLE credentials --"),
    ]
    for (number, key) in keys.enumerated() {
      try await #expect(store.load(key) == nil)
      var own = Self.credentials
      own.subject = "\(number)"
      try await store.save(own, for: key)
      own.refreshToken = nil
      own.expiry = nil
      try await store.save(own, for: key)
      try await #expect(store.load(key) == own)
    }
    try await #expect(store.load(key(scope: ["email", "openid"]))?.subject == "3")
    try await store.delete(key())
    try await store.delete(key())
    try await #expect(store.load(key()) == nil)
    try await #expect(store.load(key(client: "b"))?.subject == "2")
  }

  @Test func memoryKeepsEachLoginApart() async throws { try await check(InMemoryCredentialStore()) }

  @Test func databaseKeepsEachLoginApart() async throws {
    try await check(SQLiteCredentialStore(.memory))
  }

  @Test func databaseOutlivesItsProcessAndIsPrivate() async throws {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "credentials-\(UUID().uuidString).sqlite").path
    defer {
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: path + suffix)
      }
    }
    do {
      let store = try SQLiteCredentialStore(.file(path))
      try await store.save(Self.credentials, for: key())
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let sibling = try SQLiteCredentialStore(.file(path))
      try await #expect(sibling.load(key()) == Self.credentials)
    }
    let next = try SQLiteCredentialStore(.file(path))
    try await #expect(next.load(key()) == Self.credentials)
    try await next.delete(key())
    try await #expect(next.load(key()) == nil)
  }

  @Test func showsNoTokenAnywhere() {
    let credentials = Self.credentials
    var dumped = ""
    dump(credentials, to: &dumped)
    dump(ClientState.authorized(credentials), to: &dumped)
    let texts = [
      "\(credentials)", String(reflecting: credentials), dumped,
      "\(ClientState.authorized(credentials))", String(describing: Optional(credentials)),
      "\(Redirect(URL(string: "app:/cb?code=secret-c#access_token=secret-at")!))",
    ]
    for text in texts { #expect(!text.contains("secret"), "\(text)") }
    #expect("\(credentials)".contains("a-1"))
  }
}
