import DocgenHTTPClient
import DocgenHTTPServer
import Foundation
import SampleLab

/// The two mocks: a gateway that behaves as Sync Gateway 2.8, and a provider in Google's place.
let lab = try await Lab.start(profile: .v2_8)
/// The database on the gateway's public port.
let gateway = lab.gateway.appending(path: "travel")
/// The database on the admin port.
let adminAPI = lab.gatewayAdmin.appending(path: "travel")
/// The mock's issuer in place of Google's.
let mockIssuers: Set<String> = [lab.providerMock.issuer()]
/// The mock's public keys in place of Google's.
let mockKeysURL = lab.provider.appending(path: "oauth2/v3/certs")

/// Stands for Google's SDK on a phone: signs a user in and returns the ID token.
@Sendable
func googleSignIn(
  _ username: String, nonce: String?, client: String = "travel-web"
) async throws -> String {
  try await lab.providerMock.idToken(for: username, client: client, nonce: nonce)
}

/// The reverse proxy, for as long as the sample runs.
var proxies: [HTTPListener] = []

/// Starts the reverse proxy of the page: `/google_signin` goes to the app server, everything else to the
/// gateway.
///
/// - Returns: the proxy's address.
@MainActor
func startProxy(appServerPort: UInt16) throws -> URL {
  let publicPort = lab.gateway
  let appServer = URL(string: "http://127.0.0.1:\(appServerPort)")!
  let proxy = try HTTPListener { request in
    let isSignIn = request.path.hasPrefix("/google_signin")
    return await forward(request, to: isSignIn ? appServer : publicPort)
  }
  proxies.append(proxy)
  return URL(string: "http://127.0.0.1:\(proxy.port)")!
}

/// Sends a request to another server and returns its response.
@Sendable
func forward(_ request: HTTPRequest, to server: URL) async -> HTTPResponse {
  let ownedByConnection = [
    "host", "content-length", "connection", "transfer-encoding", "accept-encoding",
    "content-encoding",
  ]
  guard let url = URL(string: request.target, relativeTo: server)?.absoluteURL else {
    return HTTPResponse(status: 400)
  }
  var onward = TransportRequest(
    method: request.method, url: url, body: request.body.isEmpty ? nil : request.body)
  for field in request.headers.fields
  where !ownedByConnection.contains(field.name.lowercased()) {
    onward.headers[field.name] = field.value
  }
  do {
    let answer = try await DefaultTransport().send(onward)
    var response = HTTPResponse(status: answer.status, body: answer.body)
    for field in answer.headers.fields
    where !ownedByConnection.contains(field.name.lowercased()) {
      response.headers.add(field.name, value: field.value)
    }
    return response
  } catch {
    return HTTPResponse(status: 502)
  }
}
