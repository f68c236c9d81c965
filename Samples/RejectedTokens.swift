// title: Reject a token for five reasons
// summary: The client rejects five wrong ID tokens, and says why.
// tags: tokens, security, testing

import Foundation
import OpenIDClient
import OpenIDProviderMock
import SampleLab

/// What a login ended with.
enum Outcome: CustomStringConvertible {
  case welcome(String)
  case rejected(IDTokenProblem)
  case failed(String)

  var description: String {
    switch self {
    case .welcome(let subject): "welcome, \(subject)"
    case .rejected(let problem): "rejected: \(problem)"
    case .failed(let reason): "failed: \(reason)"
    }
  }
}

/// Signs in, and sorts what went wrong: a wrong token isn't worth a retry.
func signIn(
  with client: OAuthClient, in browser: any UserAgent
) async -> Outcome {
  do {
    let credentials = try await client.logIn(with: browser)
    return .welcome(credentials.subject ?? "nobody")
  } catch .idToken(let problem) {
    return .rejected(problem)
  } catch {
    return .failed("\(error)")
  }
}

// The mock provider, which issues wrong tokens on demand.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "approve",
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)
let store = InMemoryCredentialStore()
let client = OAuthClient(
  provider: .discovered(issuer: lab.providerMock.issuer()),
  settings: ClientSettings(
    clientID: "travel", redirectURI: URL(string: "com.example.travel:/login")!),
  store: store, clock: lab.clock)

let wrong: [(String, IDTokenFault)] = [
  ("someone changed it", .invalidSignature),
  ("from another provider", .invalidIssuer),
  ("for another app", .invalidAudience),
  ("from yesterday", .expired),
  ("from another login", .invalidNonce),
]
for (what, fault) in wrong {
  try await lab.providerMock.inject(fault)
  let outcome = await signIn(with: client, in: ScriptedBrowser())
  print("\(what) →", outcome)
}
print("stored:", await store.load(client.key) == nil ? "nothing" : "tokens")
print("a good one →", await signIn(with: client, in: ScriptedBrowser()))
