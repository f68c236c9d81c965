import DocgenGround
import DocgenPipeline
import DocgenSamples
import Foundation

extension Docgen {
  /// Builds the modules of the package that a site documents.
  func library(
    of documented: DocumentedPackage?, isQuiet: Bool = false
  ) async throws -> ModuleLibrary? {
    guard let documented, !lab.isHostedByThisProgram else { return nil }
    // It takes up to a minute.
    if !isQuiet, !documented.isBuilt, try await !documented.modules().isEmpty {
      Terminal.error("building the libraries of the package")
    }
    return try await documented.build()
  }

  /// Returns the notes that the package's manifest adds to messages about samples.
  func remarks(
    on messages: [String], of documented: DocumentedPackage?
  ) async throws -> [String] {
    guard let documented, !lab.isHostedByThisProgram else { return [] }
    return try await documented.remarks(on: messages)
  }

  /// Returns the package that a site documents: the named one, the one in the site's folder, or the
  /// one in the current folder if the site is below that.
  static func package(named path: String?, ofSiteAt root: URL) throws -> DocumentedPackage? {
    let here = URL(filePath: ".", directoryHint: .isDirectory)
    let isBelow = root.realPath.hasPrefix(here.realPath)
    let candidates =
      path.map { [URL(filePath: $0, directoryHint: .isDirectory)] } ?? [root]
      + (isBelow ? [here] : [])
    if let folder = candidates.first(where: DocumentedPackage.exists) {
      return try DocumentedPackage(at: folder, forSiteAt: root)
    }
    guard let path else { return nil }
    throw UsageError(description: "there is no package in '\(path)'; name the folder of a manifest")
  }

  /// Returns the package that a site documents, if a build needs its modules.
  static func package(
    named path: String?, for options: SiteBuilder.Options
  ) throws -> DocumentedPackage? {
    let package = try package(named: path, ofSiteAt: options.root)
    return options.needsLibrary ? package : nil
  }
}

extension URL {
  /// The path without links, with `/` at the end.
  var realPath: String {
    resolved.path + "/"
  }
}
