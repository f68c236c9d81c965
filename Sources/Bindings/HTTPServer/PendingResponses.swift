import Synchronization

/// The memory of all large bodies that wait for their readers; one that several responses share
/// counts once.
///
/// Changed by the tasks of handlers and by the polling thread.
final class PendingResponses: Sendable {
  /// Bodies up to this size aren't counted: the number of connections bounds them.
  static let smallBody = 1 << 16

  private struct State {
    var total = 0
    /// The number of responses by the address of their body, which is the same for copies of an
    /// array.
    var counts: [UInt: Int] = [:]
  }

  private let state = Mutex(State())

  /// Counts a body; returns `false` without doing so if the total would exceed the limit.
  func add(_ body: [UInt8], limit: Int) -> Bool {
    let (address, size) = (Self.address(of: body), body.count)
    return state.withLock { state in
      let count = state.counts[address] ?? 0
      if count == 0 {
        guard state.total + size <= limit else { return false }
        state.total += size
      }
      state.counts[address] = count + 1
      return true
    }
  }

  /// Removes a body that was counted.
  func remove(_ body: [UInt8]) {
    let (address, size) = (Self.address(of: body), body.count)
    state.withLock { state in
      guard let count = state.counts[address] else { return }
      state.counts[address] = count > 1 ? count - 1 : nil
      if count == 1 { state.total -= size }
    }
  }

  private static func address(of body: [UInt8]) -> UInt {
    body.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) }
  }
}
