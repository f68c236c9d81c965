extension OpenIDProvider {
  /// Every request since the start and how it was answered, oldest first.
  public var requests: [LoggedRequest] {
    get async { await state.requests }
  }

  /// Which of the 24 faults of the relying-party tests have been in an answer.
  public var coverage: ConformanceCoverage {
    get async { await state.coverage }
  }

  /// Checks how many requests of the log are like a pattern.
  ///
  ///     try await provider.expect(count: 1, EndpointPattern(.token, error: "invalid_grant"))
  ///
  /// - Throws: `ExpectationFailure`, with the whole log in its text.
  public func expect(count: Int, _ pattern: EndpointPattern) async throws {
    try await requests.expect(count: count, pattern)
  }

  /// Checks that requests like these came in this order, whatever came between them.
  ///
  /// - Throws: `ExpectationFailure`, with the whole log in its text.
  public func expect(inOrder patterns: EndpointPattern...) async throws {
    try await requests.expect(inOrder: patterns)
  }

  /// Forgets the log; what has been covered stays covered.
  public func clearLog() async { await state.clearLog() }
}
