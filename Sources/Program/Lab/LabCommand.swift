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

  static let options = [
    Option("--config", .file) { $0.gatewayFile = try $1.value() },
    Option("--provider-config", .file) { $0.providerFile = try $1.value() },
    Option("--profile", .oneOf(profiles)) { $0.profile = try $1.profile() },
    Option("--store", .folder) { $0.store = try $1.value() },
    Option("--host", .text) { $0.host = try $1.host() },
    Option("--gateway-port", .text) { $0.gatewayPort = try $1.port() },
    Option("--admin-port", .text) { $0.adminPort = try $1.port() },
    Option("--provider-port", .text) { $0.providerPort = try $1.port() },
    Option("--control-port", .text) { $0.controlPort = try $1.port() },
    Option("--tls") { $0.usesTLS = try $1.flag() },
  ]

  /// Whether only this machine can reach the host.
  var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

  /// The loopback address for the admin port, in the host's address family.
  var adminHost: String { isLoopback ? host : host.contains(":") ? "::1" : "127.0.0.1" }

  func run(in docgen: Docgen) async throws -> Docgen.Status { try await LabServer(self).run() }
}

extension CommandLineParser {
  fileprivate mutating func profile() throws -> String {
    let text = try value()
    if LabCommand.profiles.contains(text) { return text }
    let known = LabCommand.profiles.joined(separator: " or ")
    throw UsageError(description: "'--profile' takes \(known), not '\(text)'")
  }

  /// Returns the host, which must be a single address, because tokens contain the provider's
  /// address.
  fileprivate mutating func host() throws -> String {
    let text = try value()
    if ["0.0.0.0", "::"].contains(text) {
      throw UsageError(
        description: "'--host' takes one address of this machine, not '\(text)' for all of them: "
          + "tokens name the provider by its address")
    }
    return text
  }
}
