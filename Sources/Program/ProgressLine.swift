import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenSamples
import Foundation
import Synchronization

/// The progress of a build: the failures so far, and on a terminal, a last line with the number of
/// finished steps.
///
/// Failures appear as they happen, one on each line; the complete report, by location, follows at
/// the end. Events come from several threads; the lock keeps the count and the line consistent.
final class ProgressLine: Sendable {
  private struct State {
    var planned = 0
    var done = 0
  }

  /// Whether progress goes to standard error, which is a terminal; else failures go to standard
  /// output.
  private let isOnTerminal: Bool
  private let passedOver: Set<Diagnostic.ID>
  private let state = Mutex(State())

  /// - Parameter passedOver: problems to ignore, because the build corrects them.
  init(onTerminal isOnTerminal: Bool, passingOver passedOver: Set<Diagnostic.ID> = []) {
    self.isOnTerminal = isOnTerminal
    self.passedOver = passedOver
  }

  /// Counts an event, and shows the changes.
  func show(_ event: SampleEvent) {
    state.withLock { state in
      switch event {
      case .planned(let steps): state.planned += steps
      case .done(let steps): state.done += steps
      case .finished(let outcome):
        if let line = line(for: outcome) {
          if isOnTerminal {
            Terminal.write("\r\u{1B}[K\(line)\n")
          } else {
            Terminal.say(line)
          }
        }
      }
      if isOnTerminal {
        Terminal.write("\r\u{1B}[Ksamples: \(state.done) of \(state.planned) steps")
      }
    }
  }

  /// Removes the line.
  func clear() {
    if isOnTerminal { Terminal.write("\r\u{1B}[K") }
  }

  /// Returns the line with the first problem of a sample; `nil` when it has none itself, as after a
  /// failure in its session.
  private func line(for outcome: SampleOutcome) -> String? {
    guard outcome.result == .failed,
      let problem = outcome.diagnostics.first(where: { problem in
        problem.severity == .error && !passedOver.contains(problem.id)
      })
    else { return nil }
    return "failed: \(DiagnosticText(files: [:]).headline(of: problem))"
  }
}
