import DocgenDocModel
import DocgenGround

extension ParsedDocument {
  /// The samples by their identifiers.
  var samplesByID: [SampleID: Sample] {
    Dictionary(samples.map { ($0.id, $0) }) { first, _ in first }
  }
}

extension Sample {
  /// Returns the output that a page shows; `nil` for none.
  ///
  /// If the author wrote an expected output, it is that text, which the run has matched unless it
  /// failed: its wildcards stand for texts that differ in every run. Otherwise it is the actual
  /// output, unless the page shows only a part of the program.
  func shownOutput(_ outcome: SampleOutcome?) -> String? {
    if let expectedOutput, outcome?.result != .failed { return expectedOutput.text }
    guard mode == .run, !isPartlyShown, let outcome else { return nil }
    var output = outcome.output[...]
    while output.last == "\n" { output = output.dropLast() }
    return output.isEmpty ? nil : Abridgement.page.text(of: String(output))
  }
}

extension Sample.ExpectedOutput {
  /// The lines as one text.
  var text: String { lines.map(\.text).joined(separator: "\n") }
}
