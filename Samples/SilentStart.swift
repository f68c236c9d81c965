// title: Start silently
// summary: Finds out at launch whether someone is signed in.
// tags: login, tokens

import DocgenClocks
import Foundation
import OpenIDClient
import SampleLab

/// What the app shows after its launch.
enum FirstScreen {
  case login
  case trips(of: String)
  case problem(String)
}

/// Reads the store; shows no page, and sends nothing unless tokens have expired.
func firstScreen(of client: OAuthClient) async throws -> FirstScreen {
  try await client.start(.silent)
  switch await client.state {
  case .authorized(let credentials): return .trips(of: credentials.subject ?? "?")
  case .failed(let error): return .problem("\(error)")
  default: return .login
  }
}

let settings = ClientSettings(
  clientID: "travel",
  redirectURI: URL(string: "com.example.travel:/login")!,
  scope: ["openid", "offline_access"], parameters: ["prompt": "consent"])

// The mock provider, and four launches.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "approve",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)

/// Launches the app.
///
/// Earlier launches don't see the clock advance.
func launch(_ when: String) async throws -> OAuthClient {
  let client = OAuthClient(
    provider: .discovered(issuer: lab.providerMock.issuer()), settings: settings,
    store: try SQLiteCredentialStore(at: URL(filePath: "login.sqlite")),
    clock: ManualClock(now: lab.clock.now))
  print("\(when):", try await firstScreen(of: client))
  return client
}

let first = try await launch("first launch")
_ = try await first.logIn(with: ScriptedBrowser())

await lab.providerMock.clearLog()
_ = try await launch("second launch")
print("requests sent:", await lab.providerMock.requests.count)

lab.clock.advance(by: .seconds(2 * 60 * 60))
let later = try await launch("two hours later")
let credentials = try await later.credentials()
print("good for", credentials.lifetime(at: lab.clock.now)!, "seconds")

try await later.logOut()
_ = try await launch("after a logout")
