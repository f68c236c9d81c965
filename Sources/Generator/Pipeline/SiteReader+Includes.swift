import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSamples
import Foundation

extension SiteReader {
  /// Reads the files that documents include, and adds the documents with their text.
  func readIncludes(_ sources: inout SiteSources) {
    var known = sources.textFiles
    var diagnostics: [Diagnostic] = []
    // A document that includes others is always read.
    for document in sources.documents where document.isRead {
      sources.expanded[document.path] = ExpandedDocument(of: document) { path in
        if let file = known[path] { return .file(file) }
        let place = root.appending(path: path)
        guard isFile(path) else { return .nothing }
        guard root.contains(place) else { return .outside }
        guard let file = try? text(path, diagnostics: &diagnostics) else { return .nothing }
        known[path] = file
        sources.included.append(file)
        return .file(file)
      }
    }
    sources.diagnostics += diagnostics
  }
}

extension [String: ExpandedDocument] {
  /// Returns diagnostics with those of documents with includes at their locations in files.
  func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    isEmpty ? diagnostics : diagnostics.map { self[$0.location.file]?.origins.moved($0) ?? $0 }
  }

  /// Returns an outcome with the problems at their locations in files.
  func moved(_ outcome: SampleOutcome) -> SampleOutcome {
    var outcome = outcome
    outcome.diagnostics = moved(outcome.diagnostics)
    return outcome
  }

  /// Returns a function that calls another with the problems of samples at their locations in
  /// files.
  func moving(_ onEvent: (@Sendable (SampleEvent) -> Void)?) -> (@Sendable (SampleEvent) -> Void)? {
    guard let onEvent, !isEmpty else { return onEvent }
    return { event in
      guard case .finished(let outcome) = event else { return onEvent(event) }
      onEvent(.finished(moved(outcome)))
    }
  }
}
