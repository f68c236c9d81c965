import Foundation
import HTTPServer
import JSON

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// HTTP to identity providers: no cookies, no cache, bounded time.
struct IdentityHTTP: Sendable {
  struct Answer: Sendable {
    var status: Int
    var body: [UInt8]

    /// The body as a JSON object; `nil` when it is something else.
    var object: JSONObject? { (try? JSONParser.parse(body))?.object }
    var isSuccess: Bool { (200..<300).contains(status) }
  }

  /// Why there is no answer, without the address's query.
  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  private let session: URLSession

  init(timeout: TimeInterval = 10) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    // As Go's client, which the gateway is made with, says who it is.
    configuration.httpAdditionalHeaders = ["User-Agent": "Go-http-client/1.1"]
    configuration.timeoutIntervalForRequest = timeout
    configuration.timeoutIntervalForResource = timeout
    session = URLSession(configuration: configuration)
  }

  func get(_ address: String) async throws(Failure) -> Answer {
    try await send(try request(address))
  }

  /// Posts a form, with HTTP Basic credentials if there are any (RFC 6749 2.3.1).
  func post(
    _ form: [(name: String, value: String)], to address: String,
    as client: (id: String, secret: String)?
  ) async throws(Failure) -> Answer {
    var request = try request(address)
    request.httpMethod = "POST"
    request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    if let client {
      let pair = "\(FormFields.escape(client.id)):\(FormFields.escape(client.secret))"
      request.setValue(
        "Basic \(Data(pair.utf8).base64EncodedString())", forHTTPHeaderField: "Authorization")
    }
    request.httpBody = Data(FormFields.encode(form).utf8)
    return try await send(request)
  }

  private func request(_ address: String) throws(Failure) -> URLRequest {
    guard let url = URL(string: address), let scheme = url.scheme,
      ["http", "https"].contains(scheme), url.host() != nil
    else { throw Failure(description: "'\(address)' is not an address") }
    return URLRequest(url: url)
  }

  private func send(_ request: URLRequest) async throws(Failure) -> Answer {
    do {
      let (data, response) = try await session.data(for: request)
      return Answer(status: (response as? HTTPURLResponse)?.statusCode ?? 0, body: Array(data))
    } catch {
      let host = request.url?.host() ?? ""
      throw Failure(description: "no answer from \(host): \(error.localizedDescription)")
    }
  }

  func close() { session.invalidateAndCancel() }
}
