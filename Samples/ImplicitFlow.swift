// title: Sign in by the implicit flow
// summary: Gets an ID token by redirect, and opens a session with it.
// tags: login, gateway

import Foundation
import OpenIDClient
import SampleLab
import SyncClient

/// Asks for an ID token in the redirect; no code, no second request.
let settings = ClientSettings(
  clientID: "travel",
  redirectURI: URL(string: "com.example.travel:/login")!,
  responseType: .idToken)

/// Opens sessions with ID tokens and asks for the next token when it is due.
func makeAuthenticator(
  _ client: OAuthClient, _ browser: any UserAgent
) -> IDTokenAuthenticator {
  IDTokenAuthenticator {
    let credentials = try await client.logIn(with: browser)
    print("got an ID token of", credentials.subject!)
    print("and a refresh token:", credentials.refreshToken != nil)
    return credentials.idToken!
  }
}

// The mocks: a gateway that trusts the provider, and the provider.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {"oidc": {"providers": {"company": {
      "issuer": "${PROVIDER}", "client_id": "travel", "register": true,
      "user_prefix": "company"}}}}}}
    """,
  provider: """
    {"issuers": {"/": {"login": "approve",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"],
          "response_types": ["id_token"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)
let client = OAuthClient(
  provider: .discovered(issuer: lab.providerMock.issuer()),
  settings: settings, clock: lab.clock)
let authenticator = makeAuthenticator(client, ScriptedBrowser())

let database = try Database()
try await database.save(["to": "Lisbon", "channels": ["!"]], as: "trip-1")
let push = Replication(
  .push, of: database, with: lab.gateway.appending(path: "travel"),
  as: authenticator)
let status = try await push.run()
print("pushed", status.completed, "of", status.total)
print("users:", try await lab.gatewayMock.users(in: "travel").map(\.name))
