#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// HTTP through `URLSession`, on Linux and on Apple's systems.
///
/// Every answer comes as it is: redirects are not followed, and a 401 that asks for a password has
/// its body and completes, also on Linux (see `TaskDelegate`). On Linux every request has a connection
/// of its own, unless its maker wants it otherwise.
public final class URLSessionTransport: HTTPTransport {
  /// What becomes of cookies.
  ///
  /// Foundation on Linux sends them to every path of their host.
  public enum Cookies: Sendable {
    /// None are kept and none are sent.
    case ignored
    /// They live in memory, as long as the transport.
    case inMemory
    /// They live where the app says.
    case stored(in: HTTPCookieStorage)
  }

  private let session: URLSession
  private let keepsConnections: Bool
  private let delegate = TaskDelegate()

  /// A transport with its own connections.
  ///
  /// - Parameters:
  ///   - cookies: what becomes of cookies; ignored unless told.
  ///   - connectionsPerHost: how many requests to one host may be under way; others wait.
  ///   - keepsConnections: whether, on Linux too, a request may go over an earlier one's connection.
  ///     There one whose connection is closed instead of answered fails only when its time is over.
  public init(
    cookies: Cookies = .ignored, connectionsPerHost: Int = 16, keepsConnections: Bool = false
  ) {
    self.keepsConnections = keepsConnections
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = connectionsPerHost
    switch cookies {
    case .ignored:
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
    case .inMemory: break
    case .stored(let storage): configuration.httpCookieStorage = storage
    }
    session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
  }

  // The session keeps its delegate until it is told that no more tasks come.
  deinit { session.finishTasksAndInvalidate() }

  /// Sends a request and gives the whole answer, whatever its status.
  public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
    let exchange = try start(request, silenceOnly: false)
    let head = try await exchange.head()
    var body: [UInt8] = []
    while let piece = try await exchange.piece() {
      body += piece
      if body.count > request.bodyLimit {
        exchange.fail(.bodyTooLarge(limit: request.bodyLimit))
        throw .bodyTooLarge(limit: request.bodyLimit)
      }
    }
    return TransportResponse(status: head.status, headers: head.headers, body: body)
  }

  /// Sends a request and gives the answer as soon as its header is there.
  public func stream(_ request: TransportRequest) async throws(TransportError) -> StreamedResponse {
    let exchange = try start(request, silenceOnly: true)
    let head = try await exchange.head()
    let lease = Exchange.Lease(exchange)
    return StreamedResponse(
      status: head.status, headers: head.headers,
      pieces: BodyPieces(limit: request.bodyLimit) { () throws(TransportError) in
        try await lease.exchange.piece()
      })
  }

  private func start(
    _ request: TransportRequest, silenceOnly: Bool
  ) throws(TransportError) -> Exchange {
    guard let scheme = request.url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      request.url.host()?.isEmpty == false
    else { throw .invalidRequest("its address is not an absolute http or https one") }
    var urlRequest = URLRequest(url: request.url)
    urlRequest.httpMethod = request.method
    urlRequest.httpBody = request.body.map { Data($0) }
    // The exchange keeps the time; the session's own limit must not come first.
    urlRequest.timeoutInterval = 86_400
    for field in request.headers.fields {
      urlRequest.setValue(field.value, forHTTPHeaderField: field.name)
    }
    #if canImport(FoundationNetworking)
      // Where a kept connection is closed instead of answered, `URLSession` on Linux (Swift 6.3.1)
      // spins until the request's time is over. A connection of its own fails at once.
      if !keepsConnections { urlRequest.setValue("close", forHTTPHeaderField: "Connection") }
    #endif
    let task = session.dataTask(with: urlRequest)
    let exchange = Exchange(
      task: task, queue: session.delegateQueue, timeout: request.timeout,
      extendsOnProgress: silenceOnly, bufferLimit: request.bodyLimit)
    delegate.add(exchange, for: task)
    exchange.start()
    return exchange
  }
}
