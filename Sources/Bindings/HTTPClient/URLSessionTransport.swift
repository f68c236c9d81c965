#if !canImport(FoundationNetworking)
  import Foundation

  /// HTTP through `URLSession`, on Apple's systems.
  ///
  /// Every response is returned as it is: redirects are not followed, and a 401 that asks for a password
  /// completes with its body.
  public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let delegate = TaskDelegate()

    /// A transport with its own connections; `URLSession` decides itself which it reuses.
    public init(_ options: TransportOptions = TransportOptions()) {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.urlCredentialStorage = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.httpMaximumConnectionsPerHost = 16
      if !options.keepsCookies {
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpCookieAcceptPolicy = .never
      }
      session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
    }

    // The session retains its delegate until it knows that no more tasks come.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the complete response, whatever its status.
    public func send(
      _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
      try await start(request, extendsOnProgress: false).response(limit: request.bodyLimit)
    }

    /// Sends a request and returns the response as soon as its header has arrived.
    public func stream(
      _ request: TransportRequest
    ) async throws(TransportError) -> StreamedResponse {
      try await start(request, extendsOnProgress: true).streamedResponse(limit: request.bodyLimit)
    }

    private func start(
      _ request: TransportRequest, extendsOnProgress: Bool
    ) throws(TransportError) -> Exchange {
      try request.check()
      var urlRequest = URLRequest(url: request.url)
      urlRequest.httpMethod = request.method
      urlRequest.httpBody = request.body.map { Data($0) }
      // The exchange has the time limit; the session's own must not come first.
      urlRequest.timeoutInterval = 86_400
      for field in request.headers.fields {
        urlRequest.setValue(field.value, forHTTPHeaderField: field.name)
      }
      let task = session.dataTask(with: urlRequest)
      let exchange = Exchange(
        timeout: request.timeout, extendsOnProgress: extendsOnProgress,
        bufferLimit: request.bodyLimit)
      delegate.add(exchange, for: task)
      exchange.start { task.cancel() }
      task.resume()
      return exchange
    }
  }
#endif
