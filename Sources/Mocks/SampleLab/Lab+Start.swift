import DocgenClocks
import DocgenGround
import Foundation
import OpenIDProviderMock
import SyncGatewayMock

extension Lab {
  /// The ports that replace the actual ones in samples' outputs.
  private enum CanonicalPort {
    static let gateway = 4984
    static let gatewayAdmin = 4985
    static let provider = 9090
  }

  /// Starts the provider, then the gateway, whose configuration names the provider's address.
  static func start(
    gateway: String, provider: String, profile: Profile, context: LabLaunchContext
  ) async throws -> Lab {
    let clock = ManualClock()
    let ports = context.nextPorts()
    let providerMock = try await OpenIDProvider.start(
      configuration: try ProviderConfiguration(parsing: provider), clock: clock,
      random: context.random(0), port: ports.provider,
      recorder: context.recorder(of: "Provider"))
    var options = SyncGateway.Options()
    options.recorder = context.recorder(of: TranscriptRecorder.gateway)
    let gatewayMock = try await SyncGateway.start(
      profile: profile, clock: clock, random: context.random(1),
      publicPort: ports.gateway, adminPort: ports.gatewayAdmin, options: options
    ) { publicURL, _ in
      let text = gateway.replacing("${PROVIDER}", with: providerMock.issuer())
        .replacing("${GATEWAY}", with: publicURL.absoluteString.withoutFinalSlash)
      return try GatewayConfiguration(text, profile: profile)
    }
    guard let providerURL = URL(string: providerMock.baseURL + "/") else {
      throw URLError(.badURL)
    }
    let lab = Lab(
      gateway: gatewayMock.publicURL, gatewayAdmin: gatewayMock.adminURL,
      provider: providerURL, clock: clock, http: LabHTTPClient(), browser: Browser(),
      gatewayMock: gatewayMock,
      providerMock: providerMock)
    for (url, canonical) in [
      (lab.gateway, CanonicalPort.gateway), (lab.gatewayAdmin, CanonicalPort.gatewayAdmin),
      (lab.provider, CanonicalPort.provider),
    ] {
      if let port = url.port { context.report?.add(.port(actual: port, canonical: canonical)) }
    }
    return lab
  }
}

extension String {
  fileprivate var withoutFinalSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
