import Synchronization

/// How much of something limited a server holds: bytes of requests' bodies, or connections.
final class BoundedCount: Sendable {
  /// Changed by the polling thread.
  private let count = Atomic(0)

  var total: Int { count.load(ordering: .relaxed) }

  /// Adds to the count, unless that exceeds a limit.
  ///
  /// - Returns: whether it did.
  func add(_ number: Int, limit: Int) -> Bool {
    let total = count.add(number, ordering: .relaxed).newValue
    if total > limit { remove(number) }
    return total <= limit
  }

  func remove(_ number: Int) { count.subtract(number, ordering: .relaxed) }
}
