#if canImport(FoundationNetworking)
  /// The transport of this system: libcurl on Linux, `URLSession` on Apple's systems.
  public typealias DefaultTransport = CurlTransport
#else
  /// The transport of this system: libcurl on Linux, `URLSession` on Apple's systems.
  public typealias DefaultTransport = URLSessionTransport
#endif

/// What a transport does besides sending requests.
public struct TransportOptions: Sendable {
  /// Whether the transport keeps cookies in memory and sends them back; by default it ignores them.
  public var keepsCookies: Bool
  /// Whether a request may use the connection of an earlier one.
  ///
  /// By default each has its own: a connection that the server closes instead of responding on would be
  /// tried again, and the server may have acted on the request already.
  public var reusesConnections: Bool

  /// Options; by default no cookies, and a connection for each request.
  public init(keepsCookies: Bool = false, reusesConnections: Bool = false) {
    self.keepsCookies = keepsCookies
    self.reusesConnections = reusesConnections
  }

  /// Cookies are kept in memory, as by a browser.
  public static let keepingCookies = TransportOptions(keepsCookies: true)
  /// Requests share connections, as to a server that only stores files.
  public static let reusingConnections = TransportOptions(reusesConnections: true)
}
