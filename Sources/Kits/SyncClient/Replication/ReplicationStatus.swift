/// The activity and progress of a replication.
public struct ReplicationStatus: Sendable, Hashable {
  /// The activity of a replication.
  public enum Activity: String, Sendable, Hashable {
    /// Nothing: it hasn't started, has finished, was stopped, or has failed for good.
    case stopped
    /// Waiting to retry, because the gateway was unreachable or failed.
    case offline
    /// Signing in and finding where the last run stopped.
    case connecting
    /// Transferring documents.
    case active
    /// Waiting for changes; continuous replications only.
    case idle
  }

  /// The current activity.
  public internal(set) var activity = Activity.stopped
  /// The number of revisions processed since the start.
  public internal(set) var completed = 0
  /// The number of revisions to transfer since the start; grows as more are found.
  public internal(set) var total = 0
  /// The reason why the replication stopped or waits; `nil` after the next success.
  ///
  /// Its `status` is 401 when a session expired and couldn't be renewed.
  public internal(set) var lastError: SyncError?
  /// The last documents that the gateway rejected; they are sent again when they change.
  public internal(set) var failures: [DocumentFailure] = []

  /// Creates the status before a start.
  public init() {}
}

/// A revision that the gateway rejected.
public struct DocumentFailure: Sendable, Hashable {
  /// The document.
  public let document: String
  /// Its revision.
  public let revision: RevisionID
  /// The status of the response, such as 403 from the sync function.
  public let status: Int
  /// The gateway's reason.
  public let reason: String
}
