public import DocgenHTTPServer

extension SyncGateway {
  /// The options for running a gateway; the configuration specifies what it serves.
  public struct Options: Sendable {
    /// The storage of the databases.
    public var store = GatewayStore.memory
    /// The numeric address of the admin port; `nil` for the public port's.
    public var adminHost: String?
    /// The certificate of the public port, whose addresses are then `https:`.
    ///
    /// The admin port, which is for this machine, has none.
    public var tls: HTTPListener.Certificate?
    /// The root certificates of identity providers to trust instead of the system's, in PEM.
    public var trustedRoots: String?
    /// Whether requests must name the gateway by an address or as `localhost`.
    ///
    /// Web pages then can't reach the gateway by their own host name. Use this for gateways that
    /// run while a browser is used.
    public var checksHost = false
    /// Records the requests of both ports and their responses.
    public var recorder: (any HTTPRecorder)?
    /// Called for every request once there is a response, in the tasks that respond.
    public var onRequest: (@Sendable (LoggedRequest) -> Void)?
    /// The largest body in bytes; a larger one causes a 413 response.
    public var bodyBytes = 20 << 20
    /// The largest number of bytes of all concurrent bodies; beyond it the response is 503.
    public var allBodiesBytes = 512 << 20
    /// The largest number of bytes of all responses that wait for their readers; beyond it the
    /// response is 503.
    public var allResponsesBytes = 512 << 20
    /// The largest number of open connections.
    public var connections = 2_000
    /// The seconds after which an idle connection is closed; a connection that waits for changes
    /// isn't idle.
    public var idleSeconds = 60

    /// The limits of each port.
    var limits: HTTPListener.Limits {
      HTTPListener.Limits(
        bodyBytes: bodyBytes, allBodiesBytes: allBodiesBytes,
        allResponsesBytes: allResponsesBytes, connections: connections, idleSeconds: idleSeconds)
    }

    /// Creates options for a gateway in memory.
    public init() {}

    /// Creates options for a gateway with its databases in a store.
    public init(store: GatewayStore) { self.store = store }
  }
}
