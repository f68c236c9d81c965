import DocModel
import Foundation
import Samples
import Synchronization

/// One line on a terminal that says how far long work has come; above it, what has failed so far.
///
/// Events come from several threads; the lock keeps the count and the line together.
final class ProgressLine: Sendable {
  private struct State {
    var planned = 0
    var done = 0
  }

  private let isShown: Bool
  private let state = Mutex(State())

  init(isShown: Bool) { self.isShown = isShown }

  /// Counts an event and shows the new count.
  func show(_ event: SampleEvent) {
    guard isShown else { return }
    state.withLock { state in
      switch event {
      case .planned(let compilations, let runs): state.planned += compilations + runs
      case .compiled, .ran: state.done += 1
      case .finished(let outcome):
        if outcome.result == .failed {
          Terminal.write("\r\u{1B}[Kfailed: \(outcome.id)\n")
        }
      }
      Terminal.write("\r\u{1B}[Ksamples: \(state.done) of \(state.planned) steps")
    }
  }

  /// Takes the line away.
  func clear() {
    if isShown { Terminal.write("\r\u{1B}[K") }
  }
}
