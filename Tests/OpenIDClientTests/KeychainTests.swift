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
      "Credentials/FileLock", "Messages/FormParameters", "Tokens/IDToken",
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
