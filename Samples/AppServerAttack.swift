// title: Attack an app server
// summary: Trusting a user ID lets a stranger in; verifying a token doesn't.
// tags: server, security

import DocgenJOSE
import Foundation
import SampleLab

/// What an app posts to sign in.
struct SignIn: Sendable {
  var userID: String?
  var idToken: String?
}

struct Refused: Error {
  var reason: String
}

/// A server that believes what the app says, as old tutorials did.
struct TrustingServer: Sendable {
  func userName(for signIn: SignIn) throws -> String {
    guard let id = signIn.userID else { throw Refused(reason: "no user ID") }
    return "company-\(id)"
  }
}

/// A server that believes only what the provider has signed.
struct VerifyingServer: Sendable {
  let issuer: String
  let audience: String
  let keys: JSONWebKeySet
  let now: @Sendable () -> Date

  func userName(for signIn: SignIn) throws -> String {
    guard let text = signIn.idToken else { throw Refused(reason: "no ID token") }
    let token = try JSONWebToken(decoding: text)
    try token.verify(with: keys, allowing: [.rs256])
    guard token.claims["iss"]?.string == issuer else {
      throw Refused(reason: "another issuer")
    }
    // One audience, or a list of them.
    let audiences = token.claims["aud"]
    guard
      audiences?.string == audience
        || audiences?.array?.contains(.string(audience)) == true
    else { throw Refused(reason: "a token for another app") }
    let expiry = token.claims["exp"]?.double ?? 0
    guard now().timeIntervalSince1970 < expiry else {
      throw Refused(reason: "an expired token")
    }
    guard let subject = token.claims["sub"]?.string else {
      throw Refused(reason: "a token for nobody")
    }
    return "company-\(subject)"
  }
}

// The mocks; Alice's diary is at the gateway already.

let lab = try await Lab.start(
  gateway: """
    {"databases": {"travel": {
      "sync": `function (doc) { requireUser(doc.owner); channel(doc.owner); }`,
      "users": {
        "company-4711": {
          "password": "not-used-1", "admin_channels": ["company-4711"]
        },
        "company-666": {
          "password": "not-used-2", "admin_channels": ["company-666"]
        }
      }}}}
    """,
  provider: """
    {"issuers": {"/": {
      "clients": [
        {"client_id": "travel", "redirect_uris": ["com.example.travel:/login"]},
        {"client_id": "quiz", "redirect_uris": ["com.example.quiz:/login"]}
      ],
      "users": [
        {"username": "alice", "claims": {"sub": "4711"}},
        {"username": "mallory", "claims": {"sub": "666"}}
      ]}}}
    """)
try await lab.gatewayMock.put(
  ["owner": "company-4711", "text": "my secret"], id: "diary", in: "travel")

/// Opens a session through the admin port, as both servers do.
func openSession(for name: String) async throws -> String {
  struct Session: Decodable { var session_id: String }
  var request = URLRequest(
    url: lab.gatewayAdmin.appending(path: "travel/_session"))
  request.httpMethod = "POST"
  request.httpBody = try JSONEncoder().encode(["name": name])
  let (data, _) = try await lab.http.data(for: request)
  return try JSONDecoder().decode(Session.self, from: data).session_id
}

func attack(
  _ what: String, _ signIn: SignIn, at server: (SignIn) throws -> String
) async throws {
  do {
    let session = try await openSession(for: server(signIn))
    var request = URLRequest(url: lab.gateway.appending(path: "travel/diary"))
    request.setValue(
      "SyncGatewaySession=\(session)", forHTTPHeaderField: "Cookie")
    let (_, response) = try await lab.http.data(for: request)
    print("\(what): signed in, reads the diary with", response.statusCode)
  } catch let refused as Refused {
    print("\(what): refused,", refused.reason)
  } catch {
    print("\(what): refused,", error)
  }
}

let alicesID = SignIn(userID: "4711")
try await attack("trusting, Alice's ID", alicesID, at: TrustingServer().userName)

let keysURL = lab.provider.appending(path: "jwks")
let (data, _) = try await lab.http.data(from: keysURL)
let server = VerifyingServer(
  issuer: lab.providerMock.issuer(), audience: "travel",
  keys: try JSONWebKeySet(parsing: String(decoding: data, as: UTF8.self)),
  now: { lab.clock.now })
try await attack("verifying, Alice's ID", alicesID, at: server.userName)

let own = try await lab.providerMock.idToken(for: "mallory", client: "travel")
try await attack("her own token", SignIn(idToken: own), at: server.userName)

let foreign = try await lab.providerMock.idToken(for: "alice", client: "quiz")
try await attack("from a quiz app", SignIn(idToken: foreign), at: server.userName)

let old = try await lab.providerMock.idToken(for: "alice", client: "travel")
lab.clock.advance(by: .seconds(24 * 60 * 60))
try await attack("of yesterday", SignIn(idToken: old), at: server.userName)

let parts = own.split(separator: ".")
let claims = Base64URL.encode(
  #"{"iss":"\#(server.issuer)","aud":"travel","sub":"4711"}"#.utf8)
let forged = "\(parts[0]).\(claims).\(parts[2])"
try await attack("a forged token", SignIn(idToken: forged), at: server.userName)
