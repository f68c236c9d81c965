import DocgenDocModel
import DocgenGround
import DocgenSamples
import Foundation

extension SiteBuilder {
  /// Returns the reference of the modules that the configuration names.
  ///
  /// - Throws: `EnvironmentError` when the toolchain can't extract their symbols.
  func reference(of configuration: SiteConfiguration) async throws -> SiteReference {
    var reference = SiteReference()
    if configuration.reference.isEmpty { return reference }
    let cache = TextCache(folder: cacheFolder)
    let root = options.root.resolved.path + "/"
    for module in configuration.reference {
      guard let state = engine.state(ofModule: module.path) else {
        if options.hasBrokenPackage { continue }
        let nearest = Suggestion.nearest(to: module.path, among: engine.moduleNames)
        let message: Diagnostic.Message =
          engine.libraryContains(module.path)
          ? .moduleWithoutSwift(module.path) : .unknownModule(module.path, nearest: nearest)
        reference.diagnostics.append(Diagnostic(message, at: module.location))
        continue
      }
      let json = try await cache.text("symbols-\(module.path)", from: [module.path, state]) {
        try await engine.symbolGraph(ofModule: module.path)
      }
      let found = ModuleReference(
        of: try SymbolGraph(json: json), module: module.path,
        among: configuration.reference.map(\.path), root: root, source: configuration.fileAddress)
      reference.pages += found.pages
      reference.add(found.described, of: module.path)
      reference.diagnostics += found.diagnostics
      reference.read(found.comments, of: module.path, below: root)
    }
    return reference
  }
}

extension Diagnostic.Message {
  fileprivate static func moduleWithoutSwift(_ name: String) -> Self {
    Self(.invalidSiteValue, "'reference' describes only Swift modules; remove '\(name)'")
  }
}
