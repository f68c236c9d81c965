import Foundation

/// `docgen lab`: runs the mocks as servers.
struct LabCommand: Subcommand {
  /// The values of `--profile`: those of the gateway's `Profile`.
  static let profiles = ["1.5", "2.8"]

  var gatewayFile: String?
  var providerFile: String?
  var profile = "1.5"
  var store: String?
  var host = "127.0.0.1"
  var gatewayPort: UInt16 = 4984
  var adminPort: UInt16 = 4985
  var providerPort: UInt16 = 9090
  /// The port of the provider's controls; `nil` for none.
  var controlPort: UInt16?
  /// Whether gateway and provider serve HTTPS.
  var usesTLS = false

  /// Whether only this machine can reach the host.
  var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

  /// The loopback address for the admin port, in the host's address family.
  var adminHost: String { isLoopback ? host : host.contains(":") ? "::1" : "127.0.0.1" }

  func run(in docgen: Docgen) async throws -> Docgen.Status { try await LabServer(self).run() }
}

extension CommandLineParser {
  mutating func labCommand() throws(UsageError) -> LabCommand {
    var command = LabCommand()
    while let option = try nextOption() {
      switch option {
      case "--config": command.gatewayFile = try value()
      case "--provider-config": command.providerFile = try value()
      case "--profile": command.profile = try profile(value())
      case "--store": command.store = try value()
      case "--host": command.host = try host(value())
      case "--gateway-port": command.gatewayPort = try port()
      case "--admin-port": command.adminPort = try port()
      case "--tls": command.usesTLS = try flag()
      case "--control-port": command.controlPort = try port()
      case "--provider-port": command.providerPort = try port()
      default: throw unknown(option: option, of: "lab")
      }
    }
    return command
  }

  private func profile(_ text: String) throws(UsageError) -> String {
    if LabCommand.profiles.contains(text) { return text }
    let known = LabCommand.profiles.joined(separator: " or ")
    throw UsageError(description: "'--profile' takes \(known), not '\(text)'")
  }

  /// Returns the host, which must be a single address, because tokens contain the provider's
  /// address.
  private func host(_ text: String) throws(UsageError) -> String {
    if ["0.0.0.0", "::"].contains(text) {
      throw UsageError(
        description: "'--host' takes one address of this machine, not '\(text)' for all of them: "
          + "tokens name the provider by its address")
    }
    return text
  }
}
