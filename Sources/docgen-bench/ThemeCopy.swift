import DocgenPipeline
import Foundation

/// A copy of docgen's theme in a generated site.
struct ThemeCopy {
  private static let article = "templates/article.mustache"
  private static let script = "templates/code.js"

  private let folder: ScratchFolder

  /// Copies the theme of docgen's package into a site.
  init(of package: LabPackage, in folder: ScratchFolder) throws {
    self.folder = folder
    let name = "templates"
    try FileManager.default.copyItem(
      at: package.folder.appending(path: name), to: folder.url.appending(path: name))
  }

  /// Changes the template of all articles.
  func edit(_ edition: Int) throws {
    try change(Self.article) { $0 + "<!-- Edition \(edition) -->\n" }
  }

  /// Makes the theme one that shows no types of names, so that docgen doesn't find them.
  func removeTypes() throws {
    try change(Self.script) { $0.replacing("data-types", with: "data-no-types") }
  }

  private func change(_ path: String, _ edit: (String) -> String) throws {
    let text = try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
    try folder.write(edit(text), to: path)
  }
}
