/// What a client reads from its store and writes to it, one after another.
extension OAuthClient {
  /// The stored credentials; `nil` when there are none, or the store cannot be read.
  func storedCredentials() async -> Credentials? {
    await storedChanges()
    do {
      let stored = try await store.load(key)
      storageProblem = nil
      return stored
    } catch {
      storageProblem = "\(error)"
      return nil
    }
  }

  /// Changes the store once all earlier changes are done.
  func change(
    _ body: @escaping @Sendable (any CredentialStore, CredentialKey) async throws -> Void
  ) {
    let previous = storing
    storing = Task {
      await previous?.value
      do {
        try await body(store, key)
        storageProblem = nil
      } catch {
        storageProblem = "\(error)"
      }
    }
  }

  /// Returns when everything so far has been stored.
  func storedChanges() async { await storing?.value }
}
