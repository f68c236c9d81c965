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
    let folder = try TemporaryFolder()
    try await check(SQLiteCredentialStore(at: folder.url.appending(path: "a")))
  }

  @Test func databaseOutlivesItsProcessAndIsPrivate() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "not yet/with a space.sqlite")
    do {
      let store = try SQLiteCredentialStore(at: file)
      try await store.save(Self.credentials, for: key())
      let mode =
        try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let sibling = try SQLiteCredentialStore(at: file)
      try await #expect(sibling.load(key()) == Self.credentials)
    }
    let next = try SQLiteCredentialStore(at: file)
    try await #expect(next.load(key()) == Self.credentials)
    try await next.delete(key())
    try await #expect(next.load(key()) == nil)
  }

  /// A store of an app's own needs three methods, and `Codable` credentials.
  private actor OwnStore: CredentialStore {
    var stored: [CredentialKey: Data] = [:]
    var running = 0

    func load(_ key: CredentialKey) throws -> Credentials? {
      try stored[key].map { try JSONDecoder().decode(Credentials.self, from: $0) }
    }
    func save(_ credentials: Credentials, for key: CredentialKey) throws {
      stored[key] = try JSONEncoder().encode(credentials)
    }
    func delete(_ key: CredentialKey) { stored[key] = nil }

    func count(_ change: Int) -> Int {
      running += change
      return running
    }
  }

  @Test func ownStoreTakesTurns() async throws {
    let store = OwnStore()
    try await check(store)
    await withTaskGroup { group in
      for _ in 1...3 {
        group.addTask { [key = key("https://own.example")] in
          await store.exclusively(for: key) {
            await #expect(store.count(1) == 1)
            await Task.yield()
            _ = await store.count(-1)
          }
        }
      }
    }
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

#if !canImport(Security)
  import DocgenTestSupport
  import Foundation
  import Testing

  /// The part of the kit that is for Apple's systems, compiled and run against a stand-in for their
  /// Security framework.
  @Suite(.fewAtOnce) struct KeychainTests {
    private static let kit = BuiltProducts.packageRoot.appending(path: "Sources/Kits/OpenIDClient")
    private static let fixture = BuiltProducts.packageRoot
      .appending(path: "Tests/OpenIDClientTests/Fixtures/Keychain")

    /// What the store is made of.
    private static let sources = [
      "Configuration/ResponseType", "Credentials/CredentialStore", "Credentials/Credentials",
      "Credentials/Credentials+JSON", "Credentials/KeychainCredentialStore",
      "Credentials/RenewalTurns", "Messages/FormParameters", "Tokens/IDToken",
      "Tokens/IDTokenProblem",
    ].map { kit.appending(path: "\($0).swift") }

    @Test func keepsCredentialsInTheKeychain() async throws {
      let folder = try TemporaryFolder()
      func path(_ name: String) -> String { folder.url.appending(path: name).path }
      try await SwiftCompiler.run(
        module: "Security", [Self.fixture.appending(path: "Security.swift")],
        [
          "-parse-as-library", "-emit-module", "-emit-module-path", path("Security.swiftmodule"),
          "-emit-object", "-o", path("Security.o"),
        ])
      try await SwiftCompiler.run(
        module: "KeychainCheck", Self.sources + [Self.fixture.appending(path: "main.swift")],
        ["-warnings-as-errors", "-I", folder.url.path] + SwiftCompiler.imports(needing: "COpenSSL")
          + SwiftCompiler.objects(of: "DocgenJSON") + SwiftCompiler.objects(of: "DocgenHashing")
          + SwiftCompiler.objects(of: "DocgenJOSE")
          + [path("Security.o"), "-lcrypto", "-o", path("KeychainCheck")])
      let run = try await RunningProgram.run(folder.url.appending(path: "KeychainCheck"), [])
      #expect(
        run.output == """
          empty: true
          added: true
          for others empty: true
          not for another service: true
          replaced: true
          items: 1
          account: https%3A%2F%2Fop.example%2Fa%26b&app&email%20openid&code
          readable: cku
          damaged: true
          in turn: 42
          deleted: true
          error: One or more parameters passed to a function were not valid.
          error: One or more parameters passed to a function were not valid.
          error: One or more parameters passed to a function were not valid.
          error: Keychain error -34018
          error: Keychain error -34018
          error: Keychain error -34018

          """)
      #expect(run.errorOutput.isEmpty)
    }
  }
#endif
