#if Servers
  import Dispatch
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
    private let arguments: LabArguments
    /// The clock of both servers, which the controls can advance.
    private let clock = AdvancingClock()

    init(_ arguments: LabArguments) { self.arguments = arguments }

    /// Starts both servers, prints their addresses, and returns the exit status after a signal.
    func run() async throws -> Int32 {
      guard arguments.usesTLS, arguments.gatewayPort == 0 else { return try await serve() }
      // Only of http: addresses may the port of a redirect differ, so the provider must know it.
      let listener = try HTTPListener(host: arguments.host) { _ in HTTPResponse(status: 503) }
      var arguments = arguments
      arguments.gatewayPort = listener.port
      await listener.stop()
      return try await LabServer(arguments).serve()
    }

    private func serve() async throws -> Int32 {
      let configurations = try LabConfigurations(arguments)
      let diagnostics = configurations.diagnostics
      let files = [configurations.gateway, configurations.provider]
      let text = DiagnosticText(
        files: Dictionary(files.map { ($0.path, $0) }) { first, _ in first },
        usesColour: Terminal.usesColour)
      for diagnostic in diagnostics { Terminal.write(text.text(of: diagnostic)) }
      if diagnostics.containsError { return Docgen.Status.documents }
      // Before the first line of output, because its reader may end this process immediately.
      let end = EndSignal()
      let certificate = arguments.usesTLS ? try LabCertificate(for: arguments.host) : nil
      defer { certificate?.remove() }
      let provider = try await startProvider(configurations.provider.text, certificate: certificate)
      let gateway: SyncGateway
      var control: ProviderControl?
      do {
        if let port = arguments.controlPort {
          control = try await ProviderControl.open(provider, clock: clock, port: port)
        }
        gateway = try await startGateway(
          configurations.gateway.text, trusting: provider, certificate: certificate)
      } catch {
        await control?.close()
        await provider.stop()
        throw error
      }
      printAddresses(
        of: gateway, provider: provider, control: control, certificate: certificate)
      await end.wait()
      await control?.close()
      await gateway.stop()
      await provider.stop()
      return Docgen.Status.fine
    }

    private func startProvider(
      _ text: String, certificate: LabCertificate?
    ) async throws -> OpenIDProvider {
      // With a free port, which isn't known yet, loopback redirects match any port.
      let port = arguments.gatewayPort == 0 ? "" : ":\(arguments.gatewayPort)"
      let scheme = certificate == nil ? "http" : "https"
      let gateway = "\(scheme)://\(Self.inURL(arguments.host))\(port)"
      let configuration = try ProviderConfiguration(
        parsing: text.replacing("${GATEWAY}", with: gateway))
      return try await OpenIDProvider.start(
        configuration: configuration, clock: clock, random: RandomSource(),
        port: arguments.providerPort, host: arguments.host, tls: certificate?.identity
      ) { Self.log("provider", line: $0.line) }
    }

    private func startGateway(
      _ text: String, trusting provider: OpenIDProvider, certificate: LabCertificate?
    ) async throws -> SyncGateway {
      var options = SyncGateway.Options()
      options.adminHost = arguments.adminHost
      options.checksHost = true
      options.tls = certificate?.identity
      options.trustedRoots = certificate?.root
      options.onRequest = { Self.log("gateway", line: $0.line) }
      if let store = arguments.store {
        options.store = .folder(URL(filePath: store, directoryHint: .isDirectory))
      }
      return try await SyncGateway.start(
        profile: arguments.gatewayProfile, clock: clock, publicPort: arguments.gatewayPort,
        adminPort: arguments.adminPort, host: arguments.host, options: options
      ) { publicURL, _ in
        try GatewayConfiguration(
          text.replacing("${PROVIDER}", with: provider.issuer())
            .replacing("${GATEWAY}", with: publicURL.absoluteString),
          profile: arguments.gatewayProfile)
      }
    }

    private func printAddresses(
      of gateway: SyncGateway, provider: OpenIDProvider, control: ProviderControl?,
      certificate: LabCertificate?
    ) {
      if !arguments.isLoopback {
        Terminal.error(
          "docgen: note: gateway and provider listen on \(arguments.host), where others may reach "
            + "them; the admin port is for this machine only")
      }
      let store = arguments.store.map { "databases in \($0)" } ?? "databases in memory"
      Terminal.say("Sync Gateway \(arguments.profile)  \(gateway.publicURL)/  (\(store))")
      Terminal.say("admin port        \(gateway.adminURL)/")
      Terminal.say("OpenID provider   \(provider.baseURL)/")
      if let control {
        Terminal.say("its controls      \(control.baseURL)/")
        Terminal.say("their token       \(control.token)")
      }
      if let certificate { Terminal.say("CA certificate    \(certificate.file.path)") }
      Terminal.say("end with Ctrl-C")
    }

    private static func inURL(_ host: String) -> String { host.contains(":") ? "[\(host)]" : host }

    private static func log(_ server: String, line: String) {
      let time = Date().formatted(.iso8601.time(includingFractionalSeconds: true))
      // Another process may have written the line's text: control characters would move the cursor.
      let printable = line.unicodeScalars.map { scalar in
        scalar.properties.generalCategory == .control ? "·" : String(scalar)
      }
      Terminal.say("\(time) \(server) \(printable.joined())")
    }
  }

  /// A signal to end this process: SIGINT (Ctrl-C) or SIGTERM.
  final class EndSignal {
    private let signals: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Prevents the signals from ending the process immediately.
    init() {
      let (signals, continuation) = AsyncStream.makeStream(of: Void.self)
      self.signals = signals
      sources = [SIGINT, SIGTERM].map { number in
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield() }
        source.activate()
        return source
      }
    }

    /// Waits for the first signal; a second one ends the process immediately.
    func wait() async {
      for await _ in signals { break }
      for source in sources { source.cancel() }
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
    }
  }
#endif
