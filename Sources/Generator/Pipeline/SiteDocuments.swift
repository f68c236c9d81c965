package import DocgenDocumentParsing
package import DocgenGround
package import Foundation

/// The documents that a build of a site reads, for tests of their samples.
package struct SiteDocuments: Sendable {
  private let sources: SiteSources

  /// Finds the documents of a site as a build does.
  ///
  /// - Parameter paths: the files and folders with the documents; `nil` for those of the site.
  /// - Throws: when the site's folder can't be read, or has no documents.
  package init(ofSiteAt root: URL, in paths: [String]? = nil) throws {
    sources = try SiteReader(root: root).read(in: paths)
  }

  /// The documents, with the text of the files that they include.
  package var documents: [SourceFile] {
    sources.documents.map { sources.expanded[$0.path]?.file ?? $0 }
  }

  /// The text files by path, for the excerpts of messages.
  package var files: [String: SourceFile] { sources.textFiles }

  /// The problems of finding and reading documents.
  package var diagnostics: [Diagnostic] {
    sources.diagnostics + sources.expanded.values.flatMap(\.diagnostics)
  }

  /// What the documents' samples may refer to.
  package var context: SampleContext { sources.context }

  /// Returns diagnostics with those of documents with includes at their locations in files.
  package func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    sources.expanded.moved(diagnostics)
  }
}
