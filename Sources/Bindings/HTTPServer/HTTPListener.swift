import CMicroHTTPD
import Foundation

/// An HTTP/1.1 server on one loopback port, answering through an asynchronous handler.
///
/// One thread polls the sockets; each request runs in a task of its own while its connection
/// waits suspended, so a thousand waiting requests cost a thousand tasks and no threads.
public final class HTTPListener: Sendable {
  /// What answers a request; called concurrently.
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Bounds that keep a careless or hostile client from exhausting the process.
  public struct Limits: Sendable {
    /// The largest body in bytes; a larger one is answered with 413.
    public var bodyBytes: Int
    /// The largest number of bytes of all bodies that are being received or worked on; a request that
    /// goes beyond it is answered with 503.
    public var allBodiesBytes: Int
    /// How many connections may be open at once; a request on another is answered with 503.
    ///
    /// Of connections beyond it a hundred are told so at a time, and further ones closed without a word.
    public var connections: Int
    /// Seconds after which libmicrohttpd closes a connection on which nothing moves; 0 for never.
    public var idleSeconds: Int

    /// Bounds with the given values: 20 MiB a body and 512 MiB for all, 2,000 connections, and 60
    /// seconds without a movement by default.
    public init(
      bodyBytes: Int = 20 << 20, allBodiesBytes: Int = 512 << 20, connections: Int = 2_000,
      idleSeconds: Int = 60
    ) {
      self.bodyBytes = bodyBytes
      self.allBodiesBytes = allBodiesBytes
      self.connections = connections
      self.idleSeconds = idleSeconds
    }
  }

  /// What a server over TLS shows to its clients, and the key it proves it with.
  public struct Certificate: Sendable {
    /// The certificate, then those that lead to a root, as PEM text.
    public var chain: String
    /// The private key as PEM text, not encrypted.
    public var privateKey: String

    /// A certificate with its key.
    public init(chain: String, privateKey: String) {
      self.chain = chain
      self.privateKey = privateKey
    }
  }

  /// Why a server could not start.
  public enum StartError: Error, CustomStringConvertible {
    /// The text is not a numeric IPv4 or IPv6 address.
    case invalidAddress(String)
    /// The system refused the address and port; the text is its reason.
    case cannotListen(host: String, port: UInt16, reason: String)

    /// The sentence shown to people.
    public var description: String {
      switch self {
      case .invalidAddress(let host):
        "'\(host)' is not a numeric IP address"
      case .cannotListen(let host, let port, let reason):
        "cannot listen on \(host) port \(port): \(reason)"
      }
    }
  }

  /// The port in use; the system's choice when 0 was asked for.
  public let port: UInt16

  private let daemon: Daemon
  let exchanges: ExchangeTable

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - host: a numeric address.
  ///   - port: the port, or 0 for a free one.
  ///   - limits: bounds on what clients may ask.
  ///   - tls: with a certificate the server speaks HTTPS, and nothing else.
  ///   - recorder: records each request that the handler receives, and its response.
  ///   - refusal: answers what the handler is not asked, since it is over a limit.
  ///   - handler: answers each request.
  /// - Throws: `StartError`.
  public init(
    host: String = "127.0.0.1", port: UInt16 = 0, limits: Limits = Limits(),
    tls: Certificate? = nil, recorder: (any HTTPRecorder)? = nil,
    refusal: @escaping RefusalAnswer = HTTPListener.plainRefusal,
    handler: @escaping Handler
  ) throws(StartError) {
    let address = try SocketAddress(host: host, port: port)
    exchanges = ExchangeTable(
      limits: limits, refusal: refusal, handler: HTTPListener.recorded(handler, by: recorder))
    daemon = try Daemon(address: address, limits: limits, tls: tls, exchanges: exchanges)
    self.port = daemon.port
  }

  /// How many connections within the limit are open.
  public var connectionCount: Int { exchanges.connections.total }

  /// Cancels the requests under way, ends every stream and closes the socket.
  public func stop() async {
    await exchanges.close()
    daemon.stop()
  }

  deinit {
    // A listener dropped without `stop` still closes its socket, once its requests are over.
    Task.detached { [exchanges, daemon] in
      await exchanges.close()
      daemon.stop()
    }
  }
}
