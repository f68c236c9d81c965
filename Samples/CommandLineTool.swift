// title: A command-line tool that signs in
// summary: Opens the browser, waits on a port, and stays signed in.
// tags: login, tokens

import Foundation
import LoopbackLogin
import OpenIDClient
import SampleLab

/// The tool: `travel login`, `travel whoami`, `travel logout`.
struct Tool: Sendable {
  let issuer: String
  let store: any CredentialStore
  /// Opens an address in the user's browser, such as with `open` or `xdg-open`.
  let openBrowser: @Sendable (URL) async throws -> Void

  /// Returns the exit status: `exit(await tool.run(arguments))`.
  func run(_ arguments: [String]) async -> Int32 {
    do {
      switch arguments.first {
      case "login": try await logIn()
      case "whoami": try await whoAmI()
      case "logout": try await logOut()
      default: print("usage: travel login | whoami | logout")
      }
      return 0
    } catch {
      print("travel: \(error)")
      return 1
    }
  }

  private func makeClient(
    redirectURI: URL = URL(string: "http://127.0.0.1/callback")!
  ) -> OAuthClient {
    OAuthClient(
      provider: .discovered(issuer: issuer),
      settings: ClientSettings(
        clientID: "travel-tool", redirectURI: redirectURI,
        scope: ["openid", "email", "offline_access"],
        parameters: ["prompt": "consent"]),
      store: store, clock: lab.clock)
  }

  private func logIn() async throws {
    // Listens on a free port of 127.0.0.1 (RFC 8252, section 7.3).
    let browser = try LoopbackBrowser(path: "/callback") { page in
      print("opening \(page.host()!)\(page.path())")
      try await openBrowser(page)
    }
    let client = makeClient(redirectURI: browser.redirectURI)
    let credentials = try await client.logIn(with: browser)
    print("signed in as", credentials.subject!)
  }

  private func whoAmI() async throws {
    do {
      print(try await makeClient().userInfo()["email"]!.string!)
    } catch {
      guard error == .notLoggedIn else { throw error }
      print("nobody is signed in; run 'travel login'")
    }
  }

  private func logOut() async throws {
    let client = makeClient()
    try await client.start(.silent)
    do {
      try await client.logOut()
    } catch {
      print("the provider didn't revoke the tokens: \(error)")
    }
    if let problem = await client.storageProblem {
      throw ClientError.storage(problem)
    }
    print("signed out")
  }
}

// The mock provider, and a script in place of the user's browser.

let lab = try await Lab.start(
  provider: """
    {"issuers": {"/": {"login": "form",
      "clients": [
        {"client_id": "travel-tool",
          "redirect_uris": ["http://127.0.0.1/callback"]}
      ],
      "users": [{"username": "alice", "password": "a-secret-of-alice",
        "claims": {"sub": "alice", "email": "alice@example.com"}}]}}}
    """)
let tool = Tool(
  issuer: lab.providerMock.issuer(),
  store: try SQLiteCredentialStore(at: URL(filePath: "travel.sqlite"))
) { page in
  let browser = ScriptedBrowser(
    fields: ["username": "alice", "password": "a-secret-of-alice"])
  _ = try await browser.open(page, until: nil)
}

for command in ["whoami", "login", "whoami", "logout", "whoami"] {
  print("$ travel \(command)")
  _ = await tool.run([command])
}

// Without a network, the tool says so and returns 1.
print("$ travel login")
try await lab.providerMock.inject(.status(503), into: .discovery)
print("exit status:", await tool.run(["login"]))
