import DocModel
import Foundation
import Ground
import SiteRendering

/// The files of a package that documents outside of `content` link to, as on GitHub.
struct LinkedFiles {
  /// Where links to each file or folder lead, by its path below the root.
  private(set) var targets: [String: LinkTarget] = [:]
  /// The files to copy.
  private(set) var copies: [RenderedFile] = []

  /// Finds the files: images are copied; others too, unless the address of the repository is known.
  init(of documents: [ParsedDocument], below root: URL, _ configuration: SiteConfiguration) {
    let repository = configuration.repository
    let source = configuration.source ?? repository.map { "\($0)/blob/HEAD/" }
    let root = root.standardizedFileURL.resolvingSymlinksInPath()
    let pages = Set(documents.map(\.file.path))
    for document in documents where !document.file.path.hasPrefix("content/") {
      for link in document.references {
        guard
          let path = SitePath.source(named: link.destination, from: document.file.path),
          !path.isEmpty, !pages.contains(path), targets[path] == nil
        else { continue }
        let file = root.appending(path: path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
          (file.resolvingSymlinksInPath().path + "/").hasPrefix(root.path + "/")
        else { continue }
        let address = isFolder.boolValue ? repository.map { "\($0)/tree/HEAD/" } : source
        if let address, !link.isImage {
          targets[path] = .address(address + SitePath.escaped(path))
        } else if !isFolder.boolValue, let data = FileManager.default.contents(atPath: file.path) {
          // A hidden file would stay in the output folder for ever.
          let copy = String(path.drop { $0 == "." })
          targets[path] = .file(copy)
          copies.append(RenderedFile(path: copy, bytes: Array(data)))
        }
      }
    }
  }
}
