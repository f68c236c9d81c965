public import Foundation

/// One request, complete.
public struct TransportRequest: Sendable, Equatable {
  /// The method, in upper case.
  public var method: String
  /// An absolute `http` or `https` address; a fragment is not sent.
  public var url: URL
  /// The header fields besides those that the transport adds, such as `Host`.
  public var headers: HeaderFields
  /// The body; `nil` for none.
  public var body: [UInt8]?
  /// For `send`, how long the whole answer may take; for `stream`, how long the server may be silent.
  public var timeout: Duration
  /// How many bytes of the answer are held at most; one more and the request fails.
  public var bodyLimit: Int

  /// A request with the given parts: 30 seconds and 64 MiB unless told.
  public init(
    method: String = "GET", url: URL, headers: HeaderFields = [:], body: [UInt8]? = nil,
    timeout: Duration = .seconds(30), bodyLimit: Int = 64 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.bodyLimit = bodyLimit
  }

  /// Checks that the request can be sent at all.
  func check() throws(TransportError) {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host()?.isEmpty == false
    else { throw .invalidRequest("its address is not an absolute http or https one") }
  }
}
