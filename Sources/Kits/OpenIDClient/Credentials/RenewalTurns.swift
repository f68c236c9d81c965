/// Lets the clients of this process renew the credentials of a key one after another, in the order in
/// which they asked.
///
/// Nobody waits for ever: requests have time limits, so every turn ends.
actor RenewalTurns {
  /// Who waits for each key that is taken.
  private var waiting: [CredentialKey: [CheckedContinuation<Void, Never>]] = [:]

  /// Returns when the key is free, and takes it.
  func take(_ key: CredentialKey) async {
    guard waiting[key] != nil else {
      waiting[key] = []
      return
    }
    await withCheckedContinuation { waiting[key]?.append($0) }
  }

  /// Hands the key to whoever waits longest.
  func giveBack(_ key: CredentialKey) {
    guard let first = waiting[key]?.first else {
      waiting[key] = nil
      return
    }
    waiting[key]?.removeFirst()
    first.resume()
  }
}
