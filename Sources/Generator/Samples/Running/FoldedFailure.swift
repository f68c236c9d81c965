import DocModel
import SwiftSource

/// Finds failures that were promised and come from lines that readers don't see at first alone: what they
/// see may not fail any more.
struct FoldedFailure: Sendable {
  let source: SampleSource

  /// A warning, if all that the compiler says of a failure is about such lines.
  func diagnostic(of errors: [CompilerMessage]) -> Diagnostic? {
    let places = errors.flatMap { [$0.place] + $0.notes.map(\.place) }
    return diagnostic(at: places.compactMap { $0?.absolute(in: source) })
  }

  /// A warning, if a run failed in such lines and no others led to it.
  ///
  /// Who called an asynchronous function is not known: only of what stands in none.
  func diagnostic(of run: SampleRun) -> Diagnostic? {
    guard let outermost = run.places.last, isInNoFunction(outermost) else { return nil }
    return diagnostic(at: run.places)
  }

  private func diagnostic(at places: [SampleRun.Place]) -> Diagnostic? {
    guard let first = places.first, places.allSatisfy(isFolded) else { return nil }
    return Diagnostic(.failsWhereFolded, at: source.location(of: first))
  }

  private func isFolded(_ place: SampleRun.Place) -> Bool {
    place.isInSetup || source.program.code.contains { $0.foldedLines.contains(place.line) }
  }

  private func isInNoFunction(_ place: SampleRun.Place) -> Bool {
    let before = source.program.code.flatMap(\.lines).filter { $0.number < place.line }
    return !place.isInSetup && SwiftTokens(before.map(\.text).joined(separator: "\n")).depth == 0
  }
}

extension Diagnostic.Message {
  static let failsWhereFolded = Diagnostic.Message(
    .didNotFail, .warning,
    "what fails as promised is in lines that readers don't see at first, so nothing is known of those "
      + "that they see; show these lines, or put them right")
}
