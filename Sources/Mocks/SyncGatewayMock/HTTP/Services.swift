import Clocks

/// What every handler may use, passed in from outside.
struct Services: Sendable {
  let profile: Profile
  let clock: any WallClock
  let random: RandomSource
  let databases: DatabaseRegistry
  let identityHTTP: IdentityHTTP
  /// The whole configuration.
  let configuration: GatewayConfiguration

  /// Whether 401 answers go without the `Basic` challenge, whatever the configuration says.
  let omitsBasicChallenge: Bool

  /// The value of the `Server` field on a port (`shouldShowProductVersion`, rest/handler.go).
  func server(isAdmin: Bool) -> String {
    showsVersion(isAdmin: isAdmin) ? profile.server : Profile.product
  }

  /// Whether a port tells the release.
  func showsVersion(isAdmin: Bool) -> Bool { isAdmin || !configuration.hidesProductVersion }

  /// Origins whose scripts may log in and out.
  var loginOrigins: [String] { configuration.cors?.loginOrigins ?? [] }
}
