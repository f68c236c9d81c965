import Foundation

/// The options of `lab`.
struct LabArguments: Equatable {
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
}

extension CommandLineParser {
  mutating func labArguments() throws(UsageError) -> LabArguments {
    var arguments = LabArguments()
    while let option = try nextOption() {
      switch option {
      case "--config": arguments.gatewayFile = try value()
      case "--provider-config": arguments.providerFile = try value()
      case "--profile": arguments.profile = try profile(value())
      case "--store": arguments.store = try value()
      case "--host": arguments.host = try host(value())
      case "--gateway-port": arguments.gatewayPort = try port()
      case "--admin-port": arguments.adminPort = try port()
      case "--tls": arguments.usesTLS = try flag()
      case "--control-port": arguments.controlPort = try port()
      case "--provider-port": arguments.providerPort = try port()
      default: throw unknown(option: option, of: "lab")
      }
    }
    return arguments
  }

  private func profile(_ text: String) throws(UsageError) -> String {
    if LabArguments.profiles.contains(text) { return text }
    let known = LabArguments.profiles.joined(separator: " or ")
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
