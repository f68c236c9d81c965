// title: Sign in by code with PKCE
// summary: Opens the login page, and exchanges a code for tokens.
// tags: login

import Foundation
import OpenIDClient
import SampleLab

/// What the app is to its provider.
let settings = ClientSettings(
  clientID: "travel",
  redirectURI: URL(string: "com.example.travel:/login")!,
  scope: ["openid", "email"])

/// The parameters of an address, by name.
func parameters(of url: URL) -> [String: String] {
  let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems
  return Dictionary((items ?? []).map { ($0.name, $0.value ?? "") }) { $1 }
}

/// Takes a login through its states, as an app's login screen does.
func signIn(
  with client: OAuthClient, in browser: any UserAgent
) async throws -> Credentials {
  try await client.start(.interactive)
  guard case .authorizing(let page, let redirectURI) = await client.state else {
    return try await client.credentials()
  }

  let request = parameters(of: page)
  print("ask for a", request["response_type"]!, "at", page.path())
  print("PKCE:", request["code_challenge_method"]!)

  let redirect = try await browser.open(page, until: redirectURI)
  print("the response has", parameters(of: redirect.url).keys.sorted())

  // Compares 'state', exchanges the code, and verifies the ID token.
  try await client.handleRedirect(redirect)
  return try await client.credentials()
}

// The mock provider, and a script in place of the user.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "form",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]}
      ],
      "users": [{"username": "alice", "password": "a-secret-of-alice",
        "claims": {"sub": "alice", "email": "alice@example.com"}}]}}}
    """)
let browser = ScriptedBrowser(
  fields: ["username": "alice", "password": "a-secret-of-alice"])

let client = OAuthClient(
  provider: .discovered(issuer: lab.providerMock.issuer()),
  settings: settings, clock: lab.clock)
let credentials = try await signIn(with: client, in: browser)
print("signed in:", credentials.subject!)
print("email:", try await client.userInfo()["email"]!.string!)
