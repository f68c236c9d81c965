import Synchronization

/// A bounded counter of a server's resources: bytes of request bodies, or connections.
final class BoundedCount: Sendable {
  /// Changed by the polling thread.
  private let count = Atomic(0)

  var total: Int { count.load(ordering: .relaxed) }

  /// Adds to the count, unless the sum exceeds a limit.
  ///
  /// - Returns: whether the number was added.
  func add(_ number: Int, limit: Int) -> Bool {
    let total = count.add(number, ordering: .relaxed).newValue
    if total > limit { remove(number) }
    return total <= limit
  }

  func remove(_ number: Int) { count.subtract(number, ordering: .relaxed) }
}
