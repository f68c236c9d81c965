import CDocgenMicroHTTPD
import Foundation

/// An HTTP/1.1 server on one loopback port with an asynchronous handler.
///
/// One thread polls the sockets. Each request runs in a separate task while its connection is
/// suspended, so a thousand waiting requests take a thousand tasks and no threads.
public final class HTTPListener: Sendable {
  /// Handles a request and returns the response; called concurrently.
  public typealias Handler = @Sendable (HTTPRequest) async -> HTTPResponse

  /// Limits that keep a careless or hostile client from exhausting the process.
  public struct Limits: Sendable {
    /// The maximum size of a body in bytes; a larger one gets a 413.
    public var bodyBytes: Int
    /// The maximum size of all bodies being received or handled, in bytes; a request that exceeds
    /// it gets a 503.
    public var allBodiesBytes: Int
    /// The maximum size of all large bodies of responses that wait for their readers, in bytes; a
    /// response that exceeds it is replaced with a 503.
    public var allResponsesBytes: Int
    /// The maximum size of a header in bytes; a larger one gets a 431.
    ///
    /// libmicrohttpd refuses a smaller one that has thousands of fields or cookies.
    public var headerBytes = 32 << 10
    /// The maximum number of open connections; a request on another gets a 503.
    ///
    /// Up to a hundred connections over the limit get that response at a time; the server closes
    /// any more without one.
    public var connections: Int
    /// The seconds after which libmicrohttpd closes an inactive connection; 0 for never.
    public var idleSeconds: Int

    /// Creates limits.
    ///
    /// By default 20 MiB per body, 512 MiB for all bodies of requests and for all of responses,
    /// 2,000 connections, and 60 seconds of inactivity.
    public init(
      bodyBytes: Int = 20 << 20, allBodiesBytes: Int = 512 << 20,
      allResponsesBytes: Int = 512 << 20, connections: Int = 2_000, idleSeconds: Int = 60
    ) {
      self.bodyBytes = bodyBytes
      self.allBodiesBytes = allBodiesBytes
      self.allResponsesBytes = allResponsesBytes
      self.connections = connections
      self.idleSeconds = idleSeconds
    }
  }

  /// A TLS server's certificate chain with its private key.
  public struct Certificate: Sendable {
    /// The certificate and the intermediate certificates up to a root, as PEM text.
    public var chain: String
    /// The private key as unencrypted PEM text.
    public var privateKey: String

    /// Creates a certificate with its key.
    public init(chain: String, privateKey: String) {
      self.chain = chain
      self.privateKey = privateKey
    }
  }

  /// The reason why a server couldn't start.
  public enum StartError: Error, CustomStringConvertible {
    /// The text is not a numeric IPv4 or IPv6 address.
    case invalidAddress(String)
    /// The system can't listen on the address and port; the text is its reason.
    case cannotListen(host: String, port: UInt16, reason: String)

    /// A description for users.
    public var description: String {
      switch self {
      case .invalidAddress(let host):
        "'\(host)' is not a numeric IP address"
      case .cannotListen(let host, let port, let reason):
        "cannot listen on \(host) port \(port): \(reason)"
      }
    }
  }

  /// The port in use; chosen by the system if 0 was requested.
  public let port: UInt16

  private let daemon: Daemon
  let exchanges: ExchangeTable

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - host: a numeric address.
  ///   - port: the port, or 0 for any free one.
  ///   - limits: limits for clients.
  ///   - tls: a certificate; with it the server accepts only HTTPS.
  ///   - recorder: records each request that the handler receives, and its response.
  ///   - refusal: creates the response to a request that exceeds a limit.
  ///   - handler: handles each request.
  /// - Throws: `StartError`.
  public init(
    host: String = "127.0.0.1", port: UInt16 = 0, limits: Limits = Limits(),
    tls: Certificate? = nil, recorder: (any HTTPRecorder)? = nil,
    refusal: @escaping RefusalResponse = HTTPListener.plainRefusal,
    handler: @escaping Handler
  ) throws(StartError) {
    let address = try SocketAddress(host: host, port: port)
    exchanges = ExchangeTable(
      limits: limits, refusal: refusal, handler: HTTPListener.recorded(handler, by: recorder))
    daemon = try Daemon(address: address, limits: limits, tls: tls, exchanges: exchanges)
    self.port = daemon.port
  }

  /// The number of open connections.
  public var connectionCount: Int { exchanges.connections.count }

  /// Cancels the requests in progress, ends every stream and closes the socket.
  public func stop() async {
    await exchanges.close()
    daemon.stop()
  }

  deinit {
    // A listener released without `stop` still closes its socket, after its requests have ended.
    Task.detached { [exchanges, daemon] in
      await exchanges.close()
      daemon.stop()
    }
  }
}

/// Records the requests that a listener receives, and its responses.
///
/// Called from the tasks of all requests, possibly concurrently.
public protocol HTTPRecorder: Sendable {
  /// Records a request before the handler receives it.
  ///
  /// - Returns: a number to record the response with; `nil` to not record the response.
  func record(_ request: HTTPRequest) -> Int?

  /// Records a response before it is sent; the body of a stream follows later.
  func record(_ response: HTTPResponse, to number: Int)
}

extension HTTPListener {
  /// Returns a handler whose requests and responses are recorded.
  static func recorded(
    _ handler: @escaping Handler, by recorder: (any HTTPRecorder)?
  ) -> Handler {
    guard let recorder else { return handler }
    return { request in
      let number = recorder.record(request)
      let response = await handler(request)
      if let number { recorder.record(response, to: number) }
      return response
    }
  }
}
