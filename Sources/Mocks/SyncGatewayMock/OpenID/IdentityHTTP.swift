import DocgenHTTPClient
import DocgenHTTPServer
import DocgenJSON
import Foundation

/// A provider that doesn't respond, or a response or token of it that the gateway refuses.
///
/// The description is in the words of the original and of its libraries, without the queries of
/// addresses.
struct IdentityError: Error, CustomStringConvertible {
  let description: String
}

/// HTTP to identity providers: no cookies, no cache, bounded time.
struct IdentityHTTP: Sendable {
  private let transport: DefaultTransport

  /// - Parameter trustedRoots: the root certificates to trust, in PEM; `nil` for the system's.
  init(trustedRoots: String? = nil) {
    transport = DefaultTransport(TransportOptions(trustedRoots: trustedRoots))
  }

  func get(_ address: String) async throws(IdentityError) -> TransportResponse {
    try await send(try request(address))
  }

  /// Posts a form, with HTTP Basic credentials if there are any (RFC 6749 2.3.1).
  func post(
    _ form: [(name: String, value: String)], to address: String,
    as client: (id: String, secret: String)?
  ) async throws(IdentityError) -> TransportResponse {
    var request = try request(address)
    request.method = "POST"
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    if let client {
      let pair = "\(FormFields.escape(client.id)):\(FormFields.escape(client.secret))"
      request.headers["Authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
    }
    request.body = Array(FormFields.encode(form).utf8)
    return try await send(request)
  }

  private func request(_ address: String) throws(IdentityError) -> TransportRequest {
    guard let url = URL(string: address), let scheme = url.scheme,
      ["http", "https"].contains(scheme), url.host() != nil
    else { throw IdentityError(description: "'\(address)' is not an address") }
    // The `User-Agent` of Go's client, because the gateway is written in Go.
    return TransportRequest(
      url: url, headers: ["User-Agent": "Go-http-client/1.1"], timeout: .seconds(10))
  }

  /// Sends a request and follows up to ten redirects, as many as Go's client.
  private func send(
    _ request: TransportRequest
  ) async throws(IdentityError) -> TransportResponse {
    var request = request
    do {
      for _ in 0...10 {
        let response = try await transport.send(request)
        guard let next = request.redirected(by: response) else { return response }
        request = next
      }
    } catch {
      throw IdentityError(description: "no response from \(request.url.host() ?? ""): \(error)")
    }
    throw IdentityError(
      description: "no response from \(request.url.host() ?? ""): too many redirects")
  }
}

extension TransportResponse {
  /// The body as a JSON object; `nil` when it isn't one.
  var object: JSONObject? { (try? JSONParser.parse(body))?.object }
  var isSuccess: Bool { (200..<300).contains(status) }
}
