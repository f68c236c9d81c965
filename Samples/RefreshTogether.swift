// title: Refresh once for ten callers
// summary: Ten requests need a token at the same time; the client renews it once.
// tags: tokens

import Foundation
import OpenIDClient
import SampleLab

/// An API of your own; it counts how many different tokens it sees.
actor TripAPI {
  private let client: OAuthClient
  private(set) var tokens: Set<String> = []

  init(client: OAuthClient) {
    self.client = client
  }

  /// Asks the client for a token before each request and stores none.
  func request(_ path: String) async throws {
    let credentials = try await client.credentials()
    var request = URLRequest(url: URL(string: "https://api.example.com/\(path)")!)
    let token = credentials.accessToken ?? ""
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    // Here the request would be sent.
    tokens.insert(token)
  }
}

/// Opens ten screens at once; each one asks the API.
func openTenScreens(_ api: TripAPI) async throws {
  try await withThrowingTaskGroup { group in
    for number in 1...10 {
      group.addTask { try await api.request("trips/\(number)") }
    }
    try await group.waitForAll()
  }
}

// The mock provider; it replaces the refresh token at each use.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "approve",
      "refresh_token_rotation": "reuse_detection",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)
let client = OAuthClient(
  provider: .discovered(issuer: lab.providerMock.issuer()),
  settings: ClientSettings(
    clientID: "travel",
    redirectURI: URL(string: "com.example.travel:/login")!,
    scope: ["openid", "offline_access"], parameters: ["prompt": "consent"]),
  clock: lab.clock)
let old = try await client.logIn(with: ScriptedBrowser())

lab.clock.advance(by: .seconds(60 * 60))
let api = TripAPI(client: client)
try await openTenScreens(api)

let tokens = await api.tokens
print("different tokens:", tokens.count)
print("the old one among them:", tokens.contains(old.accessToken!))
let renewals = await lab.providerMock.requests
  .count { $0["grant_type"] == "refresh_token" }
print("renewals:", renewals)
