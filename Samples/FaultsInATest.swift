// title: Test what goes wrong
// summary: Makes both mocks fail, and checks what the app does.
// tags: testing, replication

import Foundation
import OpenIDClient
import SampleLab
import SyncClient
import SyncGatewayMock

/// The code under test: signs in and pushes one trip.
struct TravelApp: Sendable {
  enum Message: String {
    case done = "saved"
    case later = "saved on this device, sent later"
    case signIn = "sign in again"
  }

  let client: OAuthClient
  let gateway: URL
  let database: Database

  func save(_ trip: String) async throws -> Message {
    try await database.save(["to": "Lisbon", "channels": ["all"]], as: trip)
    let account = IDTokenAuthenticator {
      try await client.credentials().idToken ?? ""
    }
    let options = Replication.Options(retry: RetryPolicy(attempts: 0))
    let push = Replication(
      .push, of: database, with: gateway, as: account, options: options)
    do {
      try await push.run()
      return .done
    } catch {
      if case .failed = await client.state { return .signIn }
      return .later
    }
  }
}

/// Stands for `#expect` of a test.
func expect(_ condition: Bool, _ what: String) {
  precondition(condition, "not so: \(what)")
  print("✓", what)
}

// The mocks.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {"oidc": {"providers": {"company": {
      "issuer": "${PROVIDER}", "client_id": "travel", "register": true}}}}}}
    """,
  provider: """
    {"issuers": {"/": {"login": "approve",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)
let client = OAuthClient(
  provider: .discovered(issuer: lab.providerMock.issuer()),
  settings: ClientSettings(
    clientID: "travel", redirectURI: URL(string: "com.example.travel:/login")!,
    scope: ["openid", "offline_access"], parameters: ["prompt": "consent"]),
  clock: lab.clock)
let app = TravelApp(
  client: client, gateway: lab.gateway.appending(path: "travel"),
  database: try Database())
_ = try await client.logIn(with: ScriptedBrowser())

/// Makes the next request that sends documents fail.
func failNextWrite(_ fault: GatewayFault) {
  lab.gatewayMock.inject(fault, into: .init("POST", "/travel/_bulk_docs"))
}

/// Whether the gateway has a trip.
func hasArrived(_ trip: String) async throws -> Bool {
  try await lab.gatewayMock.document(trip, in: "travel") != nil
}

expect(try await app.save("trip-1") == .done, "without a fault, the trip arrives")

failNextWrite(.status(503))
expect(try await app.save("trip-2") == .later, "the gateway is down")
expect(try await !hasArrived("trip-2"), "the trip hasn't arrived")
expect(try await app.save("trip-3") == .done, "the gateway is back")
expect(try await hasArrived("trip-2"), "both trips arrive")

failNextWrite(.droppedAfter)
expect(try await app.save("trip-4") == .later, "the response is lost")
expect(try await hasArrived("trip-4"), "the trip has arrived all the same")

try await lab.providerMock.inject(.status(503), into: .token)
lab.clock.advance(by: .seconds(60 * 60))
expect(try await app.save("trip-5") == .later, "the provider is down")

try await lab.providerMock.logOut("alice")
lab.clock.advance(by: .seconds(60 * 60))
expect(try await app.save("trip-6") == .signIn, "Alice removed the app")
