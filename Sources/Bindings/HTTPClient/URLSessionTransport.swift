#if !canImport(FoundationNetworking)
  import Foundation

  /// An HTTP transport that uses `URLSession`, on Apple's systems.
  ///
  /// Returns every response as it is: it follows no redirects, and completes a 401 that asks for a
  /// password with its body.
  public final class URLSessionTransport: HTTPTransport {
    private let session: URLSession
    private let delegate = TaskDelegate()

    /// Creates a transport with separate connections; `URLSession` decides which to reuse.
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

    // The session retains its delegate until it is invalidated.
    deinit { session.finishTasksAndInvalidate() }

    /// Sends a request and returns the complete response, with any status.
    public func send(
      _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
      try request.check()
      var urlRequest = URLRequest(url: request.url)
      urlRequest.httpMethod = request.method
      urlRequest.httpBody = request.body.map { Data($0) }
      // The exchange enforces the time limit; the session's own must not expire first.
      urlRequest.timeoutInterval = 86_400
      for field in request.headers.fields {
        urlRequest.setValue(field.value, forHTTPHeaderField: field.name)
      }
      let task = session.dataTask(with: urlRequest)
      let exchange = Exchange(bodyLimit: request.bodyLimit)
      delegate.add(exchange, for: task)
      exchange.start(timeout: request.timeout) { task.cancel() }
      task.resume()
      return try await exchange.response()
    }
  }
#endif
