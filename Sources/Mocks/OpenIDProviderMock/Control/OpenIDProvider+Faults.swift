extension OpenIDProvider {
  /// Makes the next ID tokens faulty, one fault each; a fault waits for a token that can have it.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func inject(_ faults: IDTokenFault..., issuer path: String = "/") async throws {
    try await plan(faults.map { .idToken($0) }, at: path)
  }

  /// Injects faults that the relying-party tests inject, each once.
  ///
  /// - Throws: `ProviderError` for an unknown issuer, `JOSEError` when a key can't be created.
  public func inject(conformance faults: ConformanceFault..., issuer path: String = "/")
    async throws
  {
    try await plan(faults.map { .conformance($0) }, at: path)
  }

  /// Makes the next responses of an endpoint faulty.
  ///
  /// - Parameters:
  ///   - fault: the fault.
  ///   - endpoint: the endpoint.
  ///   - parameters: the values that parameters of the request must have; other requests get
  ///     correct responses.
  ///   - times: the number of faulty responses.
  ///   - path: the issuer.
  /// - Throws: `ProviderError` for an unknown issuer.
  public func inject(
    _ fault: ResponseFault, into endpoint: Endpoint, when parameters: [String: String] = [:],
    times: Int = 1, issuer path: String = "/"
  ) async throws {
    try await plan([.response(fault, endpoint, when: parameters, times: times)], at: path)
  }

  /// Returns the faults that no response has had yet: those of ID tokens first, then those of
  /// endpoints.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func waitingFaults(issuer path: String = "/") async throws -> [PlannedFault] {
    try await state.withIssuer(at: path) { $0.faults.waiting }
  }

  /// Cancels the faults that no response has had yet.
  ///
  /// - Throws: `ProviderError` for an unknown issuer.
  public func cancelFaults(issuer path: String = "/") async throws {
    try await state.withIssuer(at: path) { $0.cancelFaults() }
  }

  func plan(_ faults: [PlannedFault], at path: String) async throws {
    try await state.withIssuer(at: path) { issuer in
      for fault in faults { try issuer.plan(fault) }
    }
  }
}
