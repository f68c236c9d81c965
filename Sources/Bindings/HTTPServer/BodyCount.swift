import Synchronization

/// How many bytes of requests' bodies a server keeps at the moment.
final class BodyCount: Sendable {
  /// Changed by the polling thread.
  private let bytes = Atomic(0)

  /// How many bytes there are.
  var total: Int { bytes.load(ordering: .relaxed) }

  /// Counts further bytes, unless they go beyond a limit; whether it did.
  func add(_ count: Int, limit: Int) -> Bool {
    let total = bytes.add(count, ordering: .relaxed).newValue
    if total > limit { remove(count) }
    return total <= limit
  }

  func remove(_ count: Int) { bytes.subtract(count, ordering: .relaxed) }
}
