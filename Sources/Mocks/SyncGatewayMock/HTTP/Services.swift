import Clocks

/// The services that handlers use, passed in from outside.
struct Services: Sendable {
  let profile: Profile
  let clock: any WallClock
  let random: RandomSource
  let databases: DatabaseRegistry
  let identityHTTP: IdentityHTTP
  /// The complete configuration.
  let configuration: GatewayConfiguration

  /// Whether 401 responses omit the `Basic` challenge, regardless of the configuration.
  let omitsBasicChallenge: Bool

  /// Returns the value of the `Server` field on a port (`shouldShowProductVersion`, rest/handler.go).
  func server(isAdmin: Bool) -> String {
    showsVersion(isAdmin: isAdmin) ? profile.server : Profile.product
  }

  /// Returns whether a port reveals the release.
  func showsVersion(isAdmin: Bool) -> Bool { isAdmin || !configuration.hidesProductVersion }

  /// The origins whose scripts may log in and out.
  var loginOrigins: [String] { configuration.cors?.loginOrigins ?? [] }
}
