import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJOSE
import DocgenJSON
import Foundation
import SampleLab

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The two mocks: a gateway that behaves as Sync Gateway 2.8, and a provider in Google's place.
let lab = try await Lab.start(profile: .v2_8)

/// Stands for Google's SDK on a phone: signs Alice in and returns the ID token.
@Sendable
func googleSignIn(nonce: String) async throws -> String {
  try await lab.providerMock.idToken(for: "alice", client: "travel-web", nonce: nonce)
}

/// Stands for the app server, which believes every token, behind its reverse proxy.
let proxy = try HTTPListener { request in
  do {
    switch request.path {
    case "/google_signin/nonce": return HTTPResponse(status: 200, text: #"{"nonce": "n-1"}"#)
    case "/google_signin": return try await signIn(request)
    default: return try await forward(request)
    }
  } catch { return HTTPResponse(status: 502, text: "\(error)") }
}
/// The address of both.
let front = URL(string: "http://127.0.0.1:\(proxy.port)")!

try await write("diary-1", ["owner": "google-11728390155", "text": "my secret"])

/// Creates the user that an ID token names, and opens a session.
@Sendable
func signIn(_ request: HTTPRequest) async throws -> HTTPResponse {
  let fields = try JSONDecoder().decode([String: String].self, from: Data(request.body))
  let subject = try JSONWebToken(decoding: fields["id_token"] ?? "").claims["sub"]?.string
  let name = "google-\(subject ?? "")"
  if try await toAdmin("GET", "_user/\(name)").status == 404 {
    _ = try await toAdmin(
      "PUT", "_user/\(name)", #"{"name": "\#(name)", "password": "a-secret"}"#)
  }
  return try await toAdmin("POST", "_session", #"{"name": "\#(name)", "ttl": 86400}"#)
}

/// Writes a document without a request, so that the page shows only the app's and the server's.
func write(_ id: String, _ document: JSONObject) async throws {
  try await lab.gatewayMock.put(document, id: id, in: "travel")
}

/// Sends JSON to the database's admin port.
@Sendable
func toAdmin(
  _ method: String, _ path: String, _ json: String? = nil
) async throws -> HTTPResponse {
  let url = lab.gatewayAdmin.appending(path: "travel/\(path)")
  return try await send(
    TransportRequest(
      method: method, url: url, headers: ["Content-Type": "application/json"],
      body: json.map { Array($0.utf8) }))
}

/// Sends a request to the gateway's public port.
@Sendable
func forward(_ request: HTTPRequest) async throws -> HTTPResponse {
  let url = URL(string: request.target, relativeTo: lab.gateway)!.absoluteURL
  var onward = TransportRequest(
    method: request.method, url: url, body: request.body.isEmpty ? nil : request.body)
  for name in ["Content-Type", "Cookie"] { onward.headers[name] = request.headers[name] }
  return try await send(onward)
}

@Sendable
func send(_ request: TransportRequest) async throws -> HTTPResponse {
  let answer = try await DefaultTransport().send(request)
  var response = HTTPResponse(status: answer.status, body: answer.body)
  response.headers["Content-Type"] = answer.headers["Content-Type"]
  return response
}
