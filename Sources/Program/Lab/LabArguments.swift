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
    while let (name, inlineValue) = try nextOption() {
      switch name {
      case "--config": arguments.gatewayFile = try value(of: name, inline: inlineValue)
      case "--provider-config": arguments.providerFile = try value(of: name, inline: inlineValue)
      case "--profile": arguments.profile = try profile(try value(of: name, inline: inlineValue))
      case "--store": arguments.store = try value(of: name, inline: inlineValue)
      case "--host": arguments.host = try host(try value(of: name, inline: inlineValue))
      case "--gateway-port": arguments.gatewayPort = try port(of: name, inline: inlineValue)
      case "--admin-port": arguments.adminPort = try port(of: name, inline: inlineValue)
      case "--tls": arguments.usesTLS = try flag(name, inline: inlineValue)
      case "--control-port": arguments.controlPort = try port(of: name, inline: inlineValue)
      case "--provider-port": arguments.providerPort = try port(of: name, inline: inlineValue)
      default: throw unknown(option: name, of: "lab")
      }
    }
    return arguments
  }

  private mutating func port(
    of name: String, inline inlineValue: String?
  ) throws(UsageError) -> UInt16 {
    UInt16(try number(of: name, inline: inlineValue, in: 0...65_535))
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
