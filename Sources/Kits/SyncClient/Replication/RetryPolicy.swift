/// When a replication tries again after an error that may pass.
public struct RetryPolicy: Sendable, Hashable {
  /// The first wait; each further one is twice as long.
  public var first: Duration
  /// The longest wait.
  public var longest: Duration
  /// How many times in a row to try again before giving up; `nil` for ever.
  public var attempts: Int?

  /// A policy.
  public init(
    first: Duration = .seconds(1), longest: Duration = .seconds(600), attempts: Int? = nil
  ) {
    self.first = first
    self.longest = longest
    self.attempts = attempts
  }

  /// How long to wait before a try.
  ///
  /// - Parameters:
  ///   - attempt: which try, counted from 1.
  ///   - jitter: from 0 to 255; takes up to half of the wait away, so that many devices don't come back
  ///     at once.
  func delay(before attempt: Int, jitter: UInt8) -> Duration {
    // Beyond 40 doublings every first wait has passed the longest.
    var wait = first
    for _ in 1..<max(2, min(attempt, 40)) where wait < longest { wait *= attempt > 1 ? 2 : 1 }
    wait = min(wait, longest)
    return wait - wait * Int(jitter) / 510
  }
}

/// Counts failures in a row and says what to do about each.
struct RetryPlan: Sendable, Hashable {
  /// What to do after a failure.
  enum Decision: Sendable, Hashable {
    case giveUp
    case tryAgain(after: Duration)
  }

  let policy: RetryPolicy
  private(set) var failuresInARow = 0

  init(_ policy: RetryPolicy) { self.policy = policy }

  /// After a failure.
  mutating func failed(_ error: SyncError, jitter: UInt8) -> Decision {
    guard error.isTransient else { return .giveUp }
    failuresInARow += 1
    if let attempts = policy.attempts, failuresInARow > attempts { return .giveUp }
    return .tryAgain(after: policy.delay(before: failuresInARow, jitter: jitter))
  }

  /// After anything that went well.
  mutating func succeeded() { failuresInARow = 0 }
}
