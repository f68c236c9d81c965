public import Foundation

/// Gets a document over HTTPS from whoever can prove its name, and follows no redirect.
///
/// What `URLSession` cannot do: trust a root of one's own, judge certificates by another clock
/// than the system's, and show which certificate it was.
public struct HTTPSClient: Sendable {
  /// Bounds on what a server may do to its client.
  public struct Limits: Sendable {
    /// The longest answer in bytes, header included.
    public var bytes: Int
    /// Seconds until the answer must be there.
    public var seconds: Double

    /// 64 KiB and ten seconds unless told.
    public init(bytes: Int = 65_536, seconds: Double = 10) {
      self.bytes = bytes
      self.seconds = seconds
    }
  }

  /// One answer.
  public struct Answer: Sendable {
    /// The status.
    public let status: Int
    /// The fields by their lower-case names; of equal ones the first.
    public let headers: [String: String]
    /// The body.
    public let body: [UInt8]
    /// Who has sent it.
    public let certificate: PeerCertificate
  }

  private let roots: [String]?
  private let limits: Limits
  private let wait: @Sendable (Double) async throws -> Void

  /// A client.
  ///
  /// - Parameters:
  ///   - roots: the certificates to trust, as PEM texts; `nil` for those of the system.
  ///   - limits: bounds.
  ///   - wait: lets so many seconds pass, or throws when its task is cancelled; by the system's clock
  ///     unless told.
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
  ///   - moment: when certificates must be valid.
  /// - Throws: `TLSError`.
  public func get(_ address: String, at moment: Date) async throws(TLSError) -> Answer {
    let target = try HTTPSAddress(address)
    let stop = ExchangeStop()
    let exchange = HTTPSExchange(
      target: target, roots: roots, moment: moment, limits: limits, stop: stop)
    let patience = Task { [wait, limits] in
      try await wait(limits.seconds)
      stop.stop()
    }
    defer { patience.cancel() }
    // On a thread of its own: its calls block.
    let result: Result<Answer, TLSError> = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Result { () throws(TLSError) in try exchange.run() })
      }
    }
    return try result.get()
  }
}
