/// Lets the clients of this process renew a key's credentials one after another, in the order in
/// which they asked.
///
/// Every wait ends: requests have time limits, so every turn ends.
actor RenewalTurns {
  /// The turns of stores that don't implement `exclusively`.
  static let ofProcess = RenewalTurns()

  /// The clients that wait for each key in use.
  private var waiting: [CredentialKey: [CheckedContinuation<Void, Never>]] = [:]

  /// Runs a body after the bodies for the same key before it have finished.
  func run<Value: Sendable>(
    for key: CredentialKey, _ body: @Sendable () async throws -> Value
  ) async rethrows -> Value {
    if waiting[key] == nil {
      waiting[key] = []
    } else {
      await withCheckedContinuation { waiting[key]?.append($0) }
    }
    defer { release(key) }
    return try await body()
  }

  /// Passes the key to the client that has waited longest.
  private func release(_ key: CredentialKey) {
    guard let first = waiting[key]?.first else {
      waiting[key] = nil
      return
    }
    waiting[key]?.removeFirst()
    first.resume()
  }
}
