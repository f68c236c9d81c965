public import Foundation

/// Gets a document over HTTPS from a server with a valid certificate; follows no redirects.
///
/// Unlike `URLSession`, it can trust a custom root, verify certificates by another clock than the
/// system's, and return the certificate.
public struct HTTPSClient: Sendable {
  /// Limits for a server's response.
  public struct Limits: Sendable {
    /// The maximum length of the response in bytes, including the header.
    public var bytes: Int
    /// The time limit for the response, in seconds.
    public var seconds: Double

    /// Creates limits; by default 64 KiB and ten seconds.
    public init(bytes: Int = 65_536, seconds: Double = 10) {
      self.bytes = bytes
      self.seconds = seconds
    }
  }

  /// An HTTP response.
  public struct Response: Sendable {
    /// The status code.
    public let status: Int
    /// The fields by their lower-case names; the first of several equal ones.
    public let headers: [String: String]
    /// The body.
    public let body: [UInt8]
    /// The server's certificate.
    public let certificate: PeerCertificate
  }

  private let roots: [String]?
  private let limits: Limits
  private let wait: @Sendable (Double) async throws -> Void

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - roots: the certificates to trust, as PEM texts; `nil` for the system's.
  ///   - limits: the limits.
  ///   - wait: waits for a number of seconds, or throws when its task is cancelled; by default uses
  ///     the system's clock.
  public init(
    trusting roots: [String]? = nil, limits: Limits = Limits(),
    wait: @escaping @Sendable (Double) async throws -> Void = {
      try await Task.sleep(for: .seconds($0))
    }
  ) {
    self.roots = roots
    self.limits = limits
    self.wait = wait
  }

  /// Gets a document.
  ///
  /// - Parameters:
  ///   - address: `https://host[:port]/path?query`.
  ///   - moment: the time at which certificates must be valid.
  /// - Throws: `TLSError`.
  public func get(_ address: String, at moment: Date) async throws(TLSError) -> Response {
    let target = try HTTPSAddress(address)
    let stop = ExchangeStop()
    let exchange = HTTPSExchange(
      target: target, roots: roots, moment: moment, limits: limits, stop: stop)
    let timeout = Task { [wait, limits] in
      try await wait(limits.seconds)
      stop.stop()
    }
    defer { timeout.cancel() }
    // A separate thread, because the calls block.
    let result: Result<Response, TLSError> = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Result { () throws(TLSError) in try exchange.run() })
      }
    }
    return try result.get()
  }
}
