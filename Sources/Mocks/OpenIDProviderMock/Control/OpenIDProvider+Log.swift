import DocgenMockHTTP

extension OpenIDProvider {
  /// All requests since the start with their responses, oldest first.
  public var requests: [LoggedRequest] {
    get async { await state.requests }
  }

  /// Which of the 24 faults of the relying-party tests have been in a response.
  public var coverage: ConformanceCoverage {
    get async { await state.coverage }
  }

  /// Checks how many requests of the log match a pattern.
  ///
  ///     try await provider.expect(count: 1, EndpointPattern(.token, error: "invalid_grant"))
  ///
  /// - Throws: `UnexpectedRequests`, which contains the whole log.
  public func expect(count: Int, _ pattern: EndpointPattern) async throws {
    try await requests.expect(count: count, pattern) { $1.matches($0) }
  }

  /// Checks that requests matching these patterns arrived in this order; others may come between
  /// them.
  ///
  /// - Throws: `UnexpectedRequests`, which names the first missing request.
  public func expect(inOrder patterns: EndpointPattern...) async throws {
    try await requests.expect(inOrder: patterns) { $1.matches($0) }
  }

  /// Forgets which faults have been in a response.
  public func clearCoverage() async { await state.clearCoverage() }

  /// Clears the log; the coverage remains.
  public func clearLog() async { await state.clearLog() }
}
