import DocgenHTTPClient
public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// `URLSession` for requests that may be refused.
///
/// Up to Swift 6.3.1, `URLSession` on Linux never completes a request if the response is a 401 that
/// offers Basic authentication (swift-corelibs-foundation issue 5456), as Sync Gateway's is when a
/// session has expired. It may also trap when a request is cancelled. This client does neither. It
/// follows redirects and uses the cookies of `URLSession.shared`.
public struct LabHTTPClient: Sendable {
  private static let transport = DefaultTransport()

  init() {}

  /// Sends a request.
  ///
  /// - Returns: the body and the response.
  /// - Throws: `URLError`.
  public func data(for request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    guard let url = request.url else { throw URLError(.badURL) }
    var next = TransportRequest(
      method: request.httpMethod ?? "GET", url: url, body: request.httpBody.map { Array($0) },
      timeout: .seconds(request.timeoutInterval))
    for (name, value) in request.allHTTPHeaderFields ?? [:] { next.headers[name] = value }
    for _ in 0..<20 {
      let response = try await Self.send(next)
      guard let redirected = next.redirected(by: response) else {
        let fields = response.headers.fields.map { ($0.name, $0.value) }
        guard
          let head = HTTPURLResponse(
            url: next.url, statusCode: response.status, httpVersion: "HTTP/1.1",
            headerFields: Dictionary(fields) { first, _ in first })
        else { throw URLError(.badServerResponse) }
        return (Data(response.body), head)
      }
      next = redirected
    }
    throw URLError(.httpTooManyRedirects)
  }

  /// Sends one request with the cookies of `URLSession.shared`, and stores those of the response.
  private static func send(
    _ request: TransportRequest
  ) async throws(URLError) -> TransportResponse {
    var request = request
    let cookies = HTTPCookieStorage.shared.cookies(for: request.url) ?? []
    if request.headers["Cookie"] == nil, !cookies.isEmpty {
      request.headers["Cookie"] = HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
    }
    do {
      let response = try await transport.send(request)
      HTTPCookieStorage.shared.setCookies(
        response.cookies(for: request.url), for: request.url, mainDocumentURL: nil)
      return response
    } catch {
      throw URLError(error)
    }
  }

  /// Sends a GET request.
  ///
  /// - Returns: as for `data(for:)`.
  /// - Throws: `URLError`.
  public func data(from url: URL) async throws -> (Data, HTTPURLResponse) {
    try await data(for: URLRequest(url: url))
  }
}

extension URLError {
  /// The same error as `URLSession` reports it.
  fileprivate init(_ error: TransportError) {
    let code: URLError.Code =
      switch error {
      case .invalidRequest: .unsupportedURL
      case .cannotConnect: .cannotConnectToHost
      case .connectionLost: .networkConnectionLost
      case .insecure: .secureConnectionFailed
      case .timedOut: .timedOut
      case .bodyTooLarge: .dataLengthExceedsMaximum
      case .cancelled: .cancelled
      }
    self.init(code)
  }
}
