// title: Replicate with an OpenID login
// summary: Shows a login page once, and replicates for weeks.
// tags: login, gateway, replication

import Foundation
import OpenIDClient
import SampleLab
import SyncClient

/// An app's documents, which replicate as the user who signs in.
struct Trips: Sendable {
  let database: Database
  let gateway: URL
  let account: OpenIDConnectAuthenticator

  /// - Parameters:
  ///   - database: has the documents and the tokens; in an app, a file.
  ///   - browser: shows the login page.
  init(database: Database, gateway: URL, browser: any UserAgent) {
    self.database = database
    self.gateway = gateway
    account = OpenIDConnectAuthenticator(store: DatabaseTokenStore(database)) {
      page, redirectURI in
      print("showing the login page")
      return try await browser.open(page, until: redirectURI).url
    }
  }

  func push(_ id: String) async throws {
    try await database.save(["to": "Lisbon", "channels": ["all"]], as: id)
    try await Replication(
      .push, of: database, with: gateway, as: account, clock: lab.clock
    ).run()
    let user = try await account.tokens(for: gateway)?.userName
    print("pushed \(id) as", user ?? "nobody")
  }

  func signOut() async throws {
    try await account.forgetTokens(for: gateway)
    print("signed out on this device")
  }
}

// The mocks: a gateway with a client secret at the provider, and the provider.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {"oidc": {"providers": {"company": {
      "issuer": "${PROVIDER}", "client_id": "travel-gateway",
      "validation_key": "a-secret-of-the-gateway",
      "register": true, "user_prefix": "company"}}}}}}
    """,
  provider: """
    {"issuers": {"/": {"login": "form",
      "clients": [
        {"client_id": "travel-gateway",
          "client_secret": "a-secret-of-the-gateway",
          "redirect_uris": ["http://127.0.0.1/travel/_oidc_callback"]}
      ],
      "users": [{"username": "alice", "password": "a-secret-of-alice",
        "claims": {"sub": "alice"}}]}}}
    """)
let browser = ScriptedBrowser(
  fields: ["username": "alice", "password": "a-secret-of-alice"])
let trips = Trips(
  database: try Database(), gateway: lab.gateway.appending(path: "travel"),
  browser: browser)

try await trips.push("trip-1")
lab.clock.advance(by: .seconds(2 * 60 * 60))
try await trips.push("trip-2")

try await trips.signOut()
try await trips.push("trip-3")
print("users:", try await lab.gatewayMock.users(in: "travel").map(\.name))
