/// What a replication is doing and how far it has come.
public struct ReplicationStatus: Sendable, Hashable {
  /// What it is doing.
  public enum Activity: String, Sendable, Hashable {
    /// Nothing: it hasn't been started, has done all there was, was stopped, or has given up.
    case stopped
    /// Waiting to try again, since the gateway could not be reached or was not well.
    case offline
    /// Signing in and looking for where it stopped last time.
    case connecting
    /// Transferring documents.
    case active
    /// Waiting for changes; only a continuous one.
    case idle
  }

  /// What it is doing.
  public internal(set) var activity = Activity.stopped
  /// How many revisions have been dealt with since the start.
  public internal(set) var completed = 0
  /// How many revisions have been found to transfer since the start; grows while more are found.
  public internal(set) var total = 0
  /// Why it stopped or waits; `nil` once all is well again.
  ///
  /// Its `status` is 401 when a session has run out and nothing renewed it.
  public internal(set) var lastError: SyncError?
  /// Documents that the gateway refused, the latest ones; they are sent again when they change.
  public internal(set) var failures: [DocumentFailure] = []

  /// Nothing done yet.
  public init() {}
}

/// A revision that the gateway refused to store.
public struct DocumentFailure: Sendable, Hashable {
  /// The document.
  public let document: String
  /// Its revision.
  public let revision: RevisionID
  /// The refusal's status, such as 403 of the sync function.
  public let status: Int
  /// The gateway's words.
  public let reason: String
}
