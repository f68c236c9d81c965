#if Servers
  import DocgenClocks
  import DocgenGround
  import DocgenHTTPServer
  import DocgenMockHTTP
  import DocgenPipeline
  import Foundation
  import OpenIDProviderMock
  import SyncGatewayMock

  /// Runs the mocks as servers until a signal ends the process.
  struct LabServer {
    private let command: LabCommand
    /// The clock of both servers, which the controls can advance.
    private let clock = AdvancingClock()

    init(_ command: LabCommand) { self.command = command }

    /// Starts both servers, prints their addresses, and returns the exit status after a signal.
    func run() async throws -> Docgen.Status {
      let configurations = try LabConfigurations(command)
      let diagnostics = configurations.diagnostics
      let files = [configurations.gateway, configurations.provider]
      let text = DiagnosticText(
        files: Dictionary(files.map { ($0.path, $0) }) { first, _ in first },
        usesColour: Terminal.usesColour)
      for diagnostic in diagnostics { Terminal.write(text.text(of: diagnostic)) }
      if diagnostics.containsError { return .documents }
      // Before the first line of output, because its reader may end this process immediately.
      let end = EndSignal()
      let certificate = command.usesTLS ? try LabCertificate(for: command.host) : nil
      // Clients read the file until the end.
      defer { withExtendedLifetime(certificate) {} }
      var provider: OpenIDProvider?
      var control: ProviderControl?
      // Each configuration names the other server, so the provider starts once the gateway's ports
      // are bound.
      let gateway = try await startGateway(certificate: certificate) { publicURL in
        let started = try await startProvider(
          configurations.provider.text, gateway: publicURL, certificate: certificate)
        provider = started
        if let port = command.controlPort {
          control = try await ProviderControl.open(started, clock: clock, port: port)
        }
        return configurations.gateway.text.replacing("${PROVIDER}", with: started.issuer())
          .replacing("${GATEWAY}", with: publicURL.absoluteString)
      }
      printAddresses(of: gateway, provider: provider, control: control, certificate: certificate)
      await end.wait()
      await gateway.stop()
      await control?.close()
      await provider?.stop()
      return .fine
    }

    private func startProvider(
      _ text: String, gateway: URL, certificate: LabCertificate?
    ) async throws -> OpenIDProvider {
      try await OpenIDProvider.start(
        configuration: ProviderConfiguration(
          parsing: text.replacing("${GATEWAY}", with: gateway.absoluteString)),
        clock: clock, random: RandomSource(), port: command.providerPort, host: command.host,
        tls: certificate?.identity
      ) { Self.log("provider", line: $0.line) }
    }

    /// - Parameter text: returns the text of the configuration, given the gateway's address.
    private func startGateway(
      certificate: LabCertificate?, configuration text: (URL) async throws -> String
    ) async throws -> SyncGateway {
      var options = SyncGateway.Options()
      options.adminHost = command.adminHost
      options.checksHost = true
      options.tls = certificate?.identity
      options.trustedRoots = certificate?.root
      options.onRequest = { Self.log("gateway", line: $0.line) }
      if let store = command.store {
        options.store = .folder(URL(filePath: store, directoryHint: .isDirectory))
      }
      return try await SyncGateway.start(
        profile: command.gatewayProfile, clock: clock, publicPort: command.gatewayPort,
        adminPort: command.adminPort, host: command.host, options: options
      ) { publicURL, _ in
        try await GatewayConfiguration(text(publicURL), profile: command.gatewayProfile)
      }
    }

    private func printAddresses(
      of gateway: SyncGateway, provider: OpenIDProvider?, control: ProviderControl?,
      certificate: LabCertificate?
    ) {
      if !command.isLoopback {
        Terminal.note(
          "gateway and provider listen on \(command.host), where others may reach "
            + "them; the admin port is for this machine only")
      }
      let store = command.store.map { "databases in \($0)" } ?? "databases in memory"
      Terminal.say("Sync Gateway \(command.profile)  \(gateway.publicURL)/  (\(store))")
      Terminal.say("admin port        \(gateway.adminURL)/")
      if let provider { Terminal.say("OpenID provider   \(provider.baseURL)") }
      if let control {
        Terminal.say("its controls      \(control.baseURL)/")
        Terminal.say("their token       \(control.token)")
      }
      if let certificate { Terminal.say("CA certificate    \(certificate.path)") }
      Terminal.say("end with Ctrl-C")
    }

    private static func log(_ server: String, line: String) {
      let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
      // Another process may have written the line's text: control characters would move the cursor.
      let printable = line.unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? "·" : String(scalar)
      }
      Terminal.say("\(time) \(server) \(printable.joined())")
    }
  }
#endif
