// title: Log in and write a document
// summary: Signs in at Sync Gateway by code, with URLSession alone.
// tags: login, gateway

import Foundation
import SampleLab

/// A database of Sync Gateway, as the user who has signed in sees it.
struct TravelDatabase {
  let url: URL
  let session = URLSession(configuration: .ephemeral)

  struct Failure: Error {
    let status: Int
  }

  struct User: Decodable {
    let name: String
  }

  struct Session: Decodable {
    struct Context: Decodable {
      let name: String?
    }

    let userCtx: Context
  }

  struct Written: Decodable {
    let id: String
    let rev: String
  }

  struct Trip: Codable {
    var to: String
    var channels: [String]
  }

  // #region sign-in
  /// Exchanges the address at which the login page ended for a session.
  ///
  /// `URLSession` keeps its cookie.
  func signIn(with callback: URL) async throws -> User {
    try await answer(to: URLRequest(url: callback))
  }
  // #endregion

  func write(_ trip: Trip, as id: String) async throws -> Written {
    var request = URLRequest(url: url.appending(path: id))
    request.httpMethod = "PUT"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = try JSONEncoder().encode(trip)
    return try await answer(to: request)
  }

  func read(_ id: String) async throws -> Trip {
    try await answer(to: URLRequest(url: url.appending(path: id)))
  }

  /// Ends the session, which deletes its cookie.
  func signOut() async throws {
    var request = URLRequest(url: url.appending(path: "_session"))
    request.httpMethod = "DELETE"
    _ = try await session.data(for: request)
  }

  /// The name of the session's user; `nil` if nobody is signed in.
  func signedInUser() async throws -> String? {
    let request = URLRequest(url: url.appending(path: "_session"))
    let session: Session = try await answer(to: request)
    return session.userCtx.name
  }

  private func answer<Answer: Decodable>(
    to request: URLRequest
  ) async throws -> Answer {
    let (data, response) = try await session.data(for: request)
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    guard (200..<300).contains(status) else { throw Failure(status: status) }
    return try JSONDecoder().decode(Answer.self, from: data)
  }
}

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {"oidc": {"providers": {"google": {
      "issuer": "${PROVIDER}", "client_id": "travel-app",
      "validation_key": "a-secret-of-the-gateway", "register": true,
      "user_prefix": "google"}}}}}}
    """,
  provider: """
    {"issuers": {"/": {"login": "approve",
      "clients": [
        {"client_id": "travel-app", "client_secret": "a-secret-of-the-gateway",
          "redirect_uris": ["http://127.0.0.1/travel/_oidc_callback"]}
      ],
      "users": [{"username": "alice", "claims": {"sub": "alice"}}]}}}
    """)

// #region login-page
let database = TravelDatabase(url: lab.gateway.appending(path: "travel"))
let callback = try await lab.browser.open(
  database.url.appending(path: "_oidc"),
  until: database.url.appending(path: "_oidc_callback"))

let user = try await database.signIn(with: callback)
print("signed in as", user.name)
// #endregion

let trip = TravelDatabase.Trip(to: "Lisbon", channels: ["!"])
let written = try await database.write(trip, as: "trip-1")
print("wrote", written.id, "as revision", written.rev)
print("read back:", try await database.read("trip-1").to)

print("session of", try await database.signedInUser() ?? "nobody")
try await database.signOut()
print("session of", try await database.signedInUser() ?? "nobody")
