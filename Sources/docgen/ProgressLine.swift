import DocModel
import Foundation
import Ground
import Pipeline
import Samples
import Synchronization

/// What is told of a build while it goes on: what has failed so far, and on a terminal, in a last line, how
/// far it has come.
///
/// Failures come in the order in which they happen, one line each; the whole of what was found is told at
/// the end, by place. Events come from several threads; the lock keeps the count and the line together.
final class ProgressLine: Sendable {
  /// Where it is told.
  enum Place {
    /// On standard error, which is a terminal.
    case terminal
    /// On standard output, failures only.
    case output
    /// Nowhere.
    case nowhere
  }

  private struct State {
    var planned = 0
    var done = 0
  }

  private let place: Place
  private let passedOver: Set<Diagnostic.ID>
  private let state = Mutex(State())

  /// - Parameter passedOver: problems that will be put right.
  init(in place: Place, passingOver passedOver: Set<Diagnostic.ID> = []) {
    self.place = place
    self.passedOver = passedOver
  }

  /// Counts an event, and shows what is new.
  func show(_ event: SampleEvent) {
    guard place != .nowhere else { return }
    state.withLock { state in
      switch event {
      case .planned(let compilations, let runs): state.planned += compilations + runs
      case .compiled, .ran: state.done += 1
      case .finished(let outcome):
        if let line = line(for: outcome) {
          if place == .terminal {
            Terminal.write("\r\u{1B}[K\(line)\n")
          } else {
            Terminal.say(line)
          }
        }
      }
      if place == .terminal {
        Terminal.write("\r\u{1B}[Ksamples: \(state.done) of \(state.planned) steps")
      }
    }
  }

  /// Takes the line away.
  func clear() {
    if place == .terminal { Terminal.write("\r\u{1B}[K") }
  }

  /// The first thing that is wrong with a sample; `nil` when it is none of its own, as in the rest of a
  /// session.
  private func line(for outcome: SampleOutcome) -> String? {
    guard outcome.result == .failed,
      let problem = outcome.diagnostics.first(where: { problem in
        problem.severity == .error && !passedOver.contains(problem.id)
      })
    else { return nil }
    return "failed: \(DiagnosticText(files: [:]).headline(of: problem))"
  }
}
