/// Sends the HTTP requests of the client kits; tests provide their own.
///
/// A transport follows no redirects, doesn't respond to authentication challenges, and stores no
/// cookies unless its options say so. Cancelling the calling task ends the request with
/// `TransportError.cancelled`.
public protocol HTTPTransport: Sendable {
  /// Sends a request and returns the complete response, with any status.
  func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse
}

#if canImport(FoundationNetworking)
  /// The transport of this system: libcurl on Linux, `URLSession` on Apple's systems.
  public typealias DefaultTransport = CurlTransport
#else
  /// The transport of this system: libcurl on Linux, `URLSession` on Apple's systems.
  public typealias DefaultTransport = URLSessionTransport
#endif

/// Options of a transport.
public struct TransportOptions: Sendable {
  /// Whether the transport stores cookies in memory and sends them back; by default it ignores
  /// them.
  public var keepsCookies: Bool
  /// Whether a request may reuse an earlier connection.
  ///
  /// By default each request opens a new one. When a server closes a reused connection instead of
  /// responding, the client would send the request again, although the server may have handled it.
  public var reusesConnections: Bool
  /// The root certificates to trust instead of the system's, in PEM; only libcurl uses them.
  public var trustedRoots: String?
  /// The `HOST:PORT` to connect to instead of that of a URL, which its certificate must still name;
  /// only libcurl uses it.
  public var connectTo: String?

  /// Creates options; by default no cookies, a new connection for each request, and the system's
  /// root certificates.
  public init(
    keepsCookies: Bool = false, reusesConnections: Bool = false, trustedRoots: String? = nil,
    connectTo: String? = nil
  ) {
    self.keepsCookies = keepsCookies
    self.reusesConnections = reusesConnections
    self.trustedRoots = trustedRoots
    self.connectTo = connectTo
  }

  /// Stores cookies in memory, like a browser.
  public static let keepingCookies = TransportOptions(keepsCookies: true)
  /// Reuses connections, for a server that only stores files.
  public static let reusingConnections = TransportOptions(reusesConnections: true)
}
