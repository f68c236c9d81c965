import DocModel
import DocumentParsing
import Foundation
import Ground
import Samples

/// The reference pages of a site, before they are parsed.
struct SiteReference: Sendable {
  var pages: [ReferencePage] = []
  /// Where each symbol is described, by its names.
  var targets: [String: String] = [:]
  var diagnostics: [Diagnostic] = []
  /// The files with the doc comments, for the excerpts of messages.
  var files: [String: SourceFile] = [:]

  /// Returns diagnostics with those of reference pages at the places of the comments.
  func moved(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    let pages = Dictionary(pages.map { ($0.file.path, $0) }) { first, _ in first }
    return diagnostics.map { pages[$0.location.file]?.moved($0) ?? $0 }
  }
}

extension SiteBuilder {
  /// Returns the reference of the modules that the configuration names.
  ///
  /// - Throws: `EnvironmentError` when the toolchain can't extract their symbols.
  func reference(of configuration: SiteConfiguration) async throws -> SiteReference {
    var reference = SiteReference()
    if configuration.reference.isEmpty { return reference }
    var kept = TextCache(file: cacheFolder?.appending(path: "symbols"))
    let root = options.root.standardizedFileURL.resolvingSymlinksInPath().path + "/"
    for module in configuration.reference {
      guard let state = engine.state(ofModule: module.path) else {
        let nearest = Suggestion.closest(to: module.path, among: engine.moduleNames)
        reference.diagnostics.append(
          Diagnostic(.unknownModule(module.path, nearest: nearest), at: module.location))
        continue
      }
      let key = TextCache.key(of: [module.path, state])
      let json: String
      if let known = kept.text(for: key) {
        json = known
      } else {
        json = try await engine.symbolGraph(ofModule: module.path)
        kept.store(json, for: key)
      }
      let found = ModuleReference(
        of: try SymbolGraph(json: json), module: module.path, root: root)
      reference.pages += found.pages
      reference.targets.merge(found.targets) { first, _ in first }
      reference.diagnostics += found.diagnostics
    }
    try? kept.save()
    for path in Set(reference.pages.flatMap(\.origins)) {
      let data = FileManager.default.contents(atPath: root + path) ?? Data()
      reference.files[path] = SourceFile(path: path, text: String(decoding: data, as: UTF8.self))
    }
    return reference
  }
}
