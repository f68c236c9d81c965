import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering
import Foundation

/// The reference pages of a site, before they are parsed.
struct SiteReference: Sendable {
  var pages: [ReferencePage] = []
  /// The described symbols, by their names.
  var symbols: [String: DocumentedSymbol] = [:]
  var diagnostics: [Diagnostic] = []
  /// The files with the doc comments, for the excerpts of messages.
  var files: [String: SourceFile] = [:]

  /// Adds the symbols that a module describes; the first module of a name keeps it, unless the name
  /// begins with another's, whose type it only extends.
  mutating func add(_ described: [String: DocumentedSymbol], of module: String) {
    symbols.merge(described) { first, _ in first }
    symbols.merge(described.filter { $0.key.hasPrefix("\(module).") }) { _, own in own }
  }

  /// Reads the files with a module's comments, and reports those that have other comments now.
  mutating func read(_ comments: [DocumentedLine], of module: String, below root: String) {
    var stale: Set<String> = []
    for line in comments {
      guard let origin = line.origin else { continue }
      if files[origin.file] == nil {
        let data = FileManager.default.contents(atPath: root + origin.file) ?? Data()
        files[origin.file] = SourceFile(
          path: origin.file, text: String(decoding: data, as: UTF8.self))
      }
      let present =
        files[origin.file]?.line(origin.line).utf8.dropFirst(origin.column) ?? ""[...].utf8
      let end = present.dropFirst(line.text.utf8.count)
      // Only the end of a `/** */` comment may follow.
      let isSame =
        present.starts(with: line.text.utf8) && (end.isEmpty || end.starts(with: "*/".utf8))
      if !isSame, stale.insert(origin.file).inserted {
        let place = SourceRange(at: SourcePosition(line: origin.line, column: origin.column + 1))
        diagnostics.append(
          Diagnostic(
            .staleModule(module), at: SourceLocation(file: origin.file, range: place)))
      }
    }
  }

  /// Moves the text of a DocC catalog's pages about types to the types' pages, and removes those
  /// pages.
  ///
  /// A page with samples or with links that are relative to it stays.
  mutating func takeIn(_ read: inout [ReadPage]) {
    read.removeAll { page in
      let metadata = page.page.metadata
      guard let symbol = metadata.symbol?.replacing("/", with: "."),
        page.page.summary.samples.isEmpty, metadata.samples == SampleDefaults(),
        page.page.summary.references.allSatisfy({ link in
          link.destination.hasPrefix("doc:") || link.destination.contains("://")
        }),
        let index = pages.firstIndex(where: { $0.metadata.permalink == symbols[symbol]?.target })
      else { return false }
      pages[index].add(page.page.document.file, formerlyAt: metadata.permalink)
      return true
    }
  }

  /// Returns diagnostics with those of reference pages at the locations of the comments.
  ///
  /// A comment that a symbol inherits is reported where it is written, if it is the package's own.
  func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let pages = Dictionary(pages.map { ($0.sourcePath, $0.origins) }) { first, _ in first }
    return diagnostics.compactMap { problem in
      let origins = pages[problem.location.file]
      if let origins, let line = problem.location.range?.start.line, origins[line] == nil {
        return nil
      }
      var problem = origins?.moved(problem) ?? problem
      let message = problem.message
      // In a catalog, names of nothing are no errors.
      if [.unknownSymbol, .brokenAnchor].contains(message.id),
        problem.location.file.contains(bytesOf: ".docc/")
      {
        problem.message = Diagnostic.Message(message.id, .warning, message.text)
      }
      return problem
    }
  }
}
