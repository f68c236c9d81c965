#if canImport(CDocgenCurl)
  import CDocgenCurl
  import Foundation

  /// An HTTP transport that uses libcurl.
  ///
  /// Foundation's client on Linux traps when a request is cancelled while it ends (Swift 6.3.1,
  /// "Trying to access a behaviour for a task that in not in the registry"), and never completes a
  /// 401 that offers Basic authentication (swift-corelibs-foundation issue 5456).
  public final class CurlTransport: HTTPTransport {
    private let options: TransportOptions
    private let cookies: CookieJar?

    /// Creates a transport.
    public init(_ options: TransportOptions = TransportOptions()) {
      self.options = options
      cookies = options.keepsCookies ? CookieJar() : nil
    }

    /// Sends a request and returns the complete response, with any status.
    public func send(
      _ request: TransportRequest
    ) async throws(TransportError) -> TransportResponse {
      try request.check()
      let exchange = Exchange(bodyLimit: request.bodyLimit)
      let transfer = CurlTransfer(request, options: options, cookies: cookies, exchange: exchange)
      exchange.start(timeout: request.timeout) { CurlLoop.shared.cancel(transfer) }
      CurlLoop.shared.add(transfer)
      return try await exchange.response()
    }
  }

  /// The cookies of one transport; used only on the thread of `CurlLoop`, so libcurl needs no
  /// locks.
  final class CookieJar: @unchecked Sendable {
    let share = curl_share_init()

    init() { docgen_curl_share(share, Int32(CURL_LOCK_DATA_COOKIE.rawValue)) }

    deinit { curl_share_cleanup(share) }
  }
#endif
