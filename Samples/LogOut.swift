// title: Log out
// summary: Deletes and revokes the tokens, and ends the provider's session.
// tags: login, tokens

import Foundation
import OpenIDClient
import SampleLab

/// Logs out: always on this device, and at the provider if it responds.
func signOut(of client: OAuthClient, in browser: any UserAgent) async {
  do {
    try await client.logOut(
      with: browser, returningTo: URL(string: "com.example.travel:/bye")!)
    print("logged out")
  } catch {
    print("logged out here; at the provider:", error)
  }
}

// The mock provider, and a browser that keeps the provider's cookie.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "form",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"],
          "post_logout_redirect_uris": ["com.example.travel:/bye"]}
      ],
      "users": [{"username": "alice", "password": "a-secret-of-alice",
        "claims": {"sub": "alice"}}]}}}
    """)
let browser = ScriptedBrowser(
  fields: ["username": "alice", "password": "a-secret-of-alice"])
let store = InMemoryCredentialStore()
let client = OAuthClient(
  provider: .discovered(issuer: lab.providerMock.issuer()),
  settings: ClientSettings(
    clientID: "travel",
    redirectURI: URL(string: "com.example.travel:/login")!,
    scope: ["openid", "offline_access"], parameters: ["prompt": "consent"]),
  store: store, clock: lab.clock)

/// How often the user has typed the password.
func passwordsTyped() async -> Int {
  await lab.providerMock.requests.count { $0["username"] != nil }
}

let credentials = try await client.logIn(with: browser)
await signOut(of: client, in: browser)
print("state:", await client.state.name)
print("stored:", await store.load(client.key) == nil ? "nothing" : "tokens")

let endings = await lab.providerMock.requests.suffix(2)
for request in endings { print(request.path, request.status) }

_ = try await client.logIn(with: browser)
print("passwords typed:", await passwordsTyped())

try await lab.providerMock.inject(.status(503), into: .revocation)
await signOut(of: client, in: browser)
print("state:", await client.state.name)
