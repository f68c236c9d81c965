import DocgenClocks
import Foundation
import OpenIDClient
import SampleLab

/// The two mocks: a gateway that behaves as Sync Gateway 2.8, and an OpenID provider.
let lab = try await Lab.start(profile: .v2_8)
/// The database on the gateway's public port.
let database = lab.gateway.appending(path: "travel")
/// The provider's issuer.
let issuer = lab.providerMock.issuer()
/// The phone's own clock.
let phoneClock = ManualClock()
/// Stands for the phone's browser.
let browser = ScriptedBrowser()

/// Stands for a browser session in the app that signs the user in at once.
let userAgent = ScriptedBrowser()

/// Requests the database with the session cookie and returns the status.
///
/// URLSession on Linux never completes a 401 that offers Basic authentication; the Lab's client does.
func statusOfDatabase() async throws -> Int {
  try await lab.http.data(from: database.appending(path: "")).1.statusCode
}
