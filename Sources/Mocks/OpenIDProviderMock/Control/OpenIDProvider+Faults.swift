extension OpenIDProvider {
  /// Makes the next ID tokens wrong, one fault each; a fault waits for a token that can have it.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func inject(_ faults: IDTokenFault..., issuer path: String = "/") async throws {
    try await plan(faults.map { .idToken($0) }, at: path)
  }

  /// Does wrong what the relying-party tests do wrong, each once.
  ///
  /// - Throws: `ProviderError` for an unknown issuer, `JOSEError` when a key cannot be made.
  public func inject(conformance faults: ConformanceFault..., issuer path: String = "/")
    async throws
  {
    try await plan(faults.map { .conformance($0) }, at: path)
  }

  /// Makes the next answers of an endpoint wrong.
  ///
  /// - Parameters:
  ///   - fault: what is wrong.
  ///   - endpoint: whose answers.
  ///   - parameters: the values that parameters of the request must have; others are answered right.
  ///   - times: how many answers.
  ///   - path: the issuer.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func inject(
    _ fault: AnswerFault, into endpoint: Endpoint, when parameters: [String: String] = [:],
    times: Int = 1, issuer path: String = "/"
  ) async throws {
    try await plan([.answer(fault, endpoint, when: parameters, times: times)], at: path)
  }

  func plan(_ faults: [PlannedFault], at path: String) async throws {
    try await state.change(path) { issuer in
      for fault in faults { try issuer.plan(fault) }
    }
  }
}
