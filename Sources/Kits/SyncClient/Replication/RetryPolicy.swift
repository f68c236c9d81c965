/// The delays after which a replication retries after a transient error.
///
/// ```swift runnable
/// let policy = RetryPolicy(first: .seconds(2), attempts: 3)
/// print(policy.longest)
/// ```
///
/// ```output
/// 600.0 seconds
/// ```
public struct RetryPolicy: Sendable, Hashable {
  /// The first delay; each later one is twice as long.
  public var first: Duration
  /// The longest delay.
  public var longest: Duration
  /// The number of retries in a row before the replication stops; `nil` for no limit.
  public var attempts: Int?

  /// Creates a policy.
  public init(
    first: Duration = .seconds(1), longest: Duration = .seconds(600), attempts: Int? = nil
  ) {
    self.first = first
    self.longest = longest
    self.attempts = attempts
  }

  /// Returns the delay before an attempt.
  ///
  /// - Parameters:
  ///   - attempt: the number of the attempt, counted from 1.
  ///   - jitter: from 0 to 255; subtracts up to half of the delay, so that many devices don't retry
  ///     at the same moment.
  func delay(before attempt: Int, jitter: UInt8) -> Duration {
    // The limit ends the loop for a first delay of zero.
    var wait = first
    for _ in 1..<max(1, min(attempt, 40)) where wait < longest { wait *= 2 }
    wait = min(wait, longest)
    return wait - wait * Int(jitter) / 510
  }
}

/// Counts failures in a row and decides whether to retry.
struct RetryPlan: Sendable, Hashable {
  /// The action after a failure.
  enum Decision: Sendable, Hashable {
    case giveUp
    case tryAgain(after: Duration)
  }

  let policy: RetryPolicy
  private(set) var failuresInARow = 0

  init(_ policy: RetryPolicy) { self.policy = policy }

  /// Handles a failure.
  mutating func failed(_ error: SyncError, jitter: UInt8) -> Decision {
    guard error.isTransient else { return .giveUp }
    failuresInARow += 1
    if let attempts = policy.attempts, failuresInARow > attempts { return .giveUp }
    return .tryAgain(after: policy.delay(before: failuresInARow, jitter: jitter))
  }

  /// Handles a success.
  mutating func succeeded() { failuresInARow = 0 }
}
