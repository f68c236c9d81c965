// title: Share a login between programs
// summary: An app and its tool use one file; only one of them renews.
// tags: tokens

import Foundation
import OpenIDClient
import SampleLab

let settings = ClientSettings(
  clientID: "travel",
  redirectURI: URL(string: "com.example.travel:/login")!,
  scope: ["openid", "offline_access"], parameters: ["prompt": "consent"])

/// A program with its own client; both open the same file.
struct Program: Sendable {
  let name: String
  let client: OAuthClient

  init(_ name: String, issuer: String) throws {
    self.name = name
    client = OAuthClient(
      provider: .discovered(issuer: issuer), settings: settings,
      store: try SQLiteCredentialStore(at: URL(filePath: "login.sqlite")), clock: lab.clock)
  }

  /// Gets a token in place of one that an API has refused.
  func token(replacing refused: String?) async throws -> String? {
    try await client.credentials(replacing: refused).accessToken
  }
}

// The mock provider; it ends a login when a refresh token is used twice.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "approve",
      "refresh_token_rotation": "reuse_detection",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)
let app = try Program("app", issuer: lab.providerMock.issuer())
let tool = try Program("tool", issuer: lab.providerMock.issuer())

let login = try await app.client.logIn(with: ScriptedBrowser())
let renewed = try await app.token(replacing: login.accessToken)
let found = try await tool.token(replacing: login.accessToken)
print("both have the same new token:", renewed == found)
let renewals = await lab.providerMock.requests
  .count { $0["grant_type"] == "refresh_token" }
print("renewals:", renewals)

try await app.client.logOut()
do {
  _ = try await tool.token(replacing: found)
} catch {
  print("the tool, after the app's logout:", error)
}
