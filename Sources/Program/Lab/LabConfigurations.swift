#if Servers
  import DocgenGround
  import DocgenMockHTTP
  import DocgenPipeline
  import Foundation
  import OpenIDProviderMock
  import SyncGatewayMock

  /// The configurations of a lab, and their problems.
  struct LabConfigurations {
    /// An error for a file that can't be read, which isn't a problem of its content.
    struct Unreadable: Error, CustomStringConvertible {
      let description: String
    }

    let gateway: SourceFile
    let provider: SourceFile
    private let profile: Profile

    init(_ command: LabCommand) throws {
      profile = command.gatewayProfile
      gateway = try Self.read(command.gatewayFile, or: Self.defaultGateway, named: "gateway.json")
      provider = try Self.read(
        command.providerFile, or: Self.defaultProvider, named: "provider.json")
    }

    private static func read(_ path: String?, or text: String, named name: String) throws
      -> SourceFile
    {
      guard let path else { return SourceFile(path: name, text: text) }
      do {
        return SourceFile(path: path, text: try String(contentsOfFile: path, encoding: .utf8))
      } catch {
        throw Unreadable(description: "cannot read '\(path)': \(error.systemReason)")
      }
    }

    /// All problems, in the order of the files.
    var diagnostics: [Diagnostic] {
      let ofGateway = GatewayConfiguration.check(Self.filled(gateway.text), profile: profile)
      let ofProvider = ProviderConfiguration.check(Self.filled(provider.text))
      return ofGateway.compactMap { Self.diagnostic($0, in: gateway) }
        + ofProvider.compactMap { Self.diagnostic($0, in: provider) }
    }

    /// Returns the text with placeholders replaced by addresses of the same length, so that columns
    /// stay correct.
    private static func filled(_ text: String) -> String {
      text.replacing("${GATEWAY}", with: "http://g.w").replacing("${PROVIDER}", with: "http://p.rv")
    }

    private static func diagnostic(
      _ problem: ConfigurationProblem, in file: SourceFile
    ) -> Diagnostic? {
      problem.diagnosticSeverity.map { severity in
        let position = SourcePosition(line: problem.line, column: problem.column)
        return Diagnostic(
          .init(.invalidFixture, severity, problem.message),
          at: file.location(SourceRange(at: position)))
      }
    }

    /// One user with access to all channels, and sign-in through the provider.
    private static let defaultGateway = """
      {"databases": {"db": {
        "users": {"alice": {"password": "secret", "admin_channels": ["*"]}},
        "oidc": {"providers": {"op": {
          "issuer": "${PROVIDER}", "client_id": "app", "validation_key": "secret",
          "register": true, "user_prefix": "op"}}}}}}
      """

    private static let defaultProvider = """
      {"issuers": {"/": {"login": "form",
        "clients": [{"client_id": "app", "client_secret": "secret",
          "redirect_uris": ["http://127.0.0.1/db/_oidc_callback", "${GATEWAY}/db/_oidc_callback",
            "http://10.0.2.2:4984/db/_oidc_callback", "https://10.0.2.2:4984/db/_oidc_callback"]},
          {"client_id": "mobile", "redirect_uris": ["com.example.app:/login"]}],
        "users": [{"username": "alice", "password": "secret",
          "claims": {"sub": "alice", "email": "alice@example.com"}}]}}}
      """
  }

  extension LabCommand {
    /// The profile that the command names.
    var gatewayProfile: Profile { Profile(rawValue: profile) ?? .v1_5 }
  }
#endif
