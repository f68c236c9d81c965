import Clocks
import Foundation

/// The configuration of a database and what is created from it; replaced as a whole.
final class DatabaseSettings: Sendable {
  let configuration: DatabaseConfiguration
  let identityProviders: [IdentityProviderClient]
  let testProvider: TestProvider?
  /// The time the database came online with this configuration.
  let startTime: Date

  init(
    _ configuration: DatabaseConfiguration, profile: Profile, clock: any WallClock,
    identityHTTP: IdentityHTTP
  ) throws {
    self.configuration = configuration
    testProvider = try configuration.testProvider.map { try TestProvider($0, clock: clock) }
    startTime = clock.now
    identityProviders = (configuration.oidc?.providers ?? []).map { provider in
      IdentityProviderClient(
        provider, isDefault: provider.name == configuration.oidc?.defaultProvider,
        isOnly: configuration.oidc?.providers.count == 1, profile: profile, clock: clock,
        http: identityHTTP)
    }
  }
}
