public import DocgenMockHTTP

extension SyncGateway {
  /// Makes the next requests that match a pattern fail.
  ///
  /// Each request gets one fault: of those whose pattern matches, the one that has waited longest.
  ///
  ///     gateway.inject(.status(503), into: RequestPattern("PUT", "/db/*"), times: 2)
  ///
  /// - Parameters:
  ///   - fault: the fault.
  ///   - pattern: the requests; by default all. The pattern's status is ignored.
  ///   - port: the port.
  ///   - times: the number of requests.
  public func inject(
    _ fault: GatewayFault, into pattern: RequestPattern = RequestPattern(),
    on port: GatewayFault.Port = .publicPort, times: Int = 1
  ) {
    dispatcher.faults.add(fault, into: pattern, on: port, times: times)
  }

  /// The number of requests that will fail.
  public var pendingFaultCount: Int { dispatcher.faults.count }

  /// Removes all faults that haven't happened yet.
  public func clearFaults() { dispatcher.faults.clear() }

  /// Clears the request log.
  public func clearRequestLog() { dispatcher.log.clear() }
}
