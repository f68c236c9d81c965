import DocgenClocks
import DocgenJSON

/// Commands for issuers, their switches and clients.
extension ControlCommands {
  func runConfigurationCommand(_ command: Command) async throws -> JSONValue? {
    let issuer = command.issuer
    switch (command.name, command.segments.count) {
    case ("GET issuers", 1):
      return ["issuers": .strings(await provider.issuerPaths)]
    case ("PUT issuers", 1):
      let new = try read(command) { IssuerConfiguration($0) }
      try await provider.setIssuer(new, at: issuer)
    case ("PATCH configuration", 1):
      let changed = try await provider.configuration(issuer: issuer)
      let new = try read(command) { changed.changed(by: $0) }
      try await provider.configure(issuer: issuer) { $0 = new }
    case ("PUT clients", 2):
      let id = command.subject
      let flavour = try await provider.configuration(issuer: issuer).flavour
      let client = try read(command) {
        ClientRegistration($0.completed("client_id", by: id), flavour: flavour)
      }
      try await provider.configure(issuer: issuer) { configuration in
        configuration.clients.removeAll { $0.clientID == client.clientID }
        configuration.clients.append(client)
      }
    case ("DELETE clients", 2):
      let id = command.subject
      guard
        try await provider.configuration(issuer: issuer).clients.contains(where: {
          $0.clientID == id
        })
      else { throw ProviderError.unknownClient(id) }
      try await provider.configure(issuer: issuer) { configuration in
        configuration.clients.removeAll { $0.clientID == id }
      }
    default:
      return nil
    }
    return [:]
  }
}
