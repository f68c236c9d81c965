public import HTTPServer

extension SyncGateway {
  /// How a gateway is run; what it serves is the configuration's business.
  public struct Options: Sendable {
    /// Where the databases lie.
    public var store = GatewayStore.memory
    /// The numeric address of the admin port; `nil` for that of the public port.
    public var adminHost: String?
    /// Whether requests must name the gateway by an address or as `localhost`.
    ///
    /// No web page can reach it by a name of its own then: for gateways that run while somebody
    /// browses.
    public var checksHost = false
    /// Records the requests of both ports and their responses.
    public var recorder: (any HTTPRecorder)?
    /// Is told of every request once it is answered, from the tasks that answer.
    public var onRequest: (@Sendable (LoggedRequest) -> Void)?
    /// The largest body in bytes; a larger one is answered with 413.
    public var bodyBytes = 20 << 20
    /// The largest number of bytes of all bodies at once; beyond it the answer is 503.
    public var allBodiesBytes = 512 << 20
    /// How many connections may be open at once.
    public var connections = 2_000
    /// Seconds after which a connection is closed on which nothing moves; waiting for changes
    /// does not count.
    public var idleSeconds = 60

    /// The bounds of each port.
    var limits: HTTPListener.Limits {
      HTTPListener.Limits(
        bodyBytes: bodyBytes, allBodiesBytes: allBodiesBytes, connections: connections,
        idleSeconds: idleSeconds)
    }

    /// A gateway in memory.
    public init() {}

    /// A gateway with its databases in a store.
    public init(store: GatewayStore) { self.store = store }
  }
}
