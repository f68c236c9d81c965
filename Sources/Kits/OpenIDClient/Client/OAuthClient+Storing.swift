/// Reads and writes the client's store, one operation at a time.
extension OAuthClient {
  /// Returns the stored credentials, after all pending changes; `nil` when there are none, or when
  /// the store can't be read.
  func storedCredentials() async -> Credentials? {
    await storedChanges()
    return await readStore()
  }

  /// Returns the stored credentials, without waiting for pending changes.
  func readStore() async -> Credentials? {
    try? await recordingErrors { store, key in try await store.load(key) }
  }

  /// Changes the store after all earlier changes, and while no client that shares it renews.
  ///
  /// A renewal in progress would overwrite the change with its result.
  ///
  /// - Parameter isInTurn: whether this client already has the turn.
  /// - Returns: a task with the result of `body`, or the store's error.
  @discardableResult
  func change<Value: Sendable>(
    isInTurn: Bool = false,
    _ body: @escaping @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) -> Task<Value, any Error> {
    let previous = storing
    let change = Task {
      await previous?.value
      return isInTurn ? try await recordingErrors(body) : try await runInTurn(body)
    }
    storing = Task { _ = await change.result }
    return change
  }

  /// Waits until all pending changes have been written.
  func storedChanges() async { await storing?.value }

  private func runInTurn<Value: Sendable>(
    _ body: @escaping @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) async throws -> Value {
    let outcome: Result<Value, any Error>
    do {
      outcome = try await store.exclusively(for: key) { await self.outcome(of: body) }
    } catch {
      // Changing the store during a renewal is better than losing a login or a logout.
      outcome = await self.outcome(of: body)
      storageProblem = "\(error)"
    }
    return try outcome.get()
  }

  private func outcome<Value: Sendable>(
    of body: @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) async -> Result<Value, any Error> {
    do {
      return .success(try await recordingErrors(body))
    } catch {
      return .failure(error)
    }
  }

  /// Uses the store, and records its error in `storageProblem`.
  private func recordingErrors<Value: Sendable>(
    _ body: @Sendable (any CredentialStore, CredentialKey) async throws -> Value
  ) async throws -> Value {
    do {
      let value = try await body(store, key)
      storageProblem = nil
      return value
    } catch {
      if !(error is CancellationError) { storageProblem = "\(error)" }
      throw error
    }
  }
}
