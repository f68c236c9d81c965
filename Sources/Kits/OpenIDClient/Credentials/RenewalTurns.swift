/// Lets the clients of this process renew a key's credentials one after another, in the order in
/// which they asked.
///
/// Every wait ends: requests have time limits, so every turn ends.
actor RenewalTurns {
  /// The clients that wait for each key in use.
  private var waiting: [CredentialKey: [CheckedContinuation<Void, Never>]] = [:]

  /// Waits until the key is free, and takes it.
  func take(_ key: CredentialKey) async {
    guard waiting[key] != nil else {
      waiting[key] = []
      return
    }
    await withCheckedContinuation { waiting[key]?.append($0) }
  }

  /// Passes the key to the client that has waited longest.
  func giveBack(_ key: CredentialKey) {
    guard let first = waiting[key]?.first else {
      waiting[key] = nil
      return
    }
    waiting[key]?.removeFirst()
    first.resume()
  }
}
