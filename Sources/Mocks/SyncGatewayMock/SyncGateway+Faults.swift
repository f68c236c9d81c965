public import MockHTTP

extension SyncGateway {
  /// Makes the next requests that a pattern means fail.
  ///
  /// A request takes one fault, the one that waits longest among those that mean it.
  ///
  ///     gateway.inject(.status(503), into: RequestPattern("PUT", "/db/*"), times: 2)
  ///
  /// - Parameters:
  ///   - fault: what goes wrong.
  ///   - pattern: which requests; every one unless told. Its status is not looked at.
  ///   - port: which port.
  ///   - times: how many requests.
  public func inject(
    _ fault: GatewayFault, into pattern: RequestPattern = RequestPattern(),
    on port: GatewayFault.Port = .publicPort, times: Int = 1
  ) {
    front.faults.add(fault, into: pattern, on: port, times: times)
  }

  /// How many requests are still to fail.
  public var pendingFaultCount: Int { front.faults.count }

  /// Lets no further request fail.
  public func clearFaults() { front.faults.clear() }

  /// Forgets the requests answered so far.
  public func clearRequestLog() { front.log.clear() }
}
