import Synchronization

/// What several tasks note, in order.
final class Log<Entry: Sendable>: Sendable {
  private let state = Mutex<[Entry]>([])

  func add(_ entry: Entry) { state.withLock { $0.append(entry) } }
  var entries: [Entry] { state.withLock { $0 } }
}
