/// What a client reads from its store and writes to it, one after another.
extension OAuthClient {
  /// The stored credentials, after all changes so far; `nil` when there are none, or the store cannot
  /// be read.
  func storedCredentials() async -> Credentials? {
    await storedChanges()
    return await readStore()
  }

  /// What the store has at this moment.
  func readStore() async -> Credentials? {
    try? await noting { store, key in try await store.load(key) }
  }

  /// Changes the store once all earlier changes are done, and nobody who shares it is renewing what is
  /// in it: a renewal would put its own result over the change.
  ///
  /// - Parameter isInTurn: whether this client has the turn already.
  /// - Returns: what the body returns, or the store's error.
  @discardableResult
  func change<Value: Sendable>(
    isInTurn: Bool = false,
    _ body: @escaping @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) -> Task<Value, any Error> {
    let previous = storing
    let change = Task {
      await previous?.value
      return isInTurn ? try await noting(body) : try await notingInTurn(body)
    }
    storing = Task { _ = await change.result }
    return change
  }

  /// Returns when everything so far has been stored.
  func storedChanges() async { await storing?.value }

  private func notingInTurn<Value: Sendable>(
    _ body: @escaping @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) async throws -> Value {
    let outcome: Result<Value, any Error>
    do {
      outcome = try await store.exclusively(for: key) { await self.outcome(of: body) }
    } catch {
      // A login that is not kept, or a logout that is not, would be worse than a renewal disturbed.
      outcome = await self.outcome(of: body)
      storageProblem = "\(error)"
    }
    return try outcome.get()
  }

  private func outcome<Value: Sendable>(
    of body: @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) async -> Result<Value, any Error> {
    do {
      return .success(try await noting(body))
    } catch {
      return .failure(error)
    }
  }

  /// Uses the store, and takes note of what goes wrong.
  private func noting<Value: Sendable>(
    _ body: @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body(store, key)
      storageProblem = nil
      return value
    } catch {
      storageProblem = "\(error)"
      throw error
    }
  }
}
