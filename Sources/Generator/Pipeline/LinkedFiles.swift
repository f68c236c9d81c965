import DocgenDocModel
import DocgenGround
import DocgenSiteRendering
import Foundation

/// The files of a package that documents outside of `content` link to, as on GitHub.
struct LinkedFiles {
  /// Where links to each file or folder lead, by its path below the root.
  private(set) var targets: [String: LinkTarget] = [:]
  /// The files to copy.
  private(set) var copies: [RenderedFile] = []
  /// Their origins, for messages, and the sizes of images.
  var copied: [CopiedFile] {
    copies.map { CopiedFile(path: $0.path, source: $0.path, size: ImageSize(of: $0.bytes)) }
  }
  private let root: URL
  /// The files of each DocC catalog, by its path.
  private var catalogs: [String: [String]] = [:]

  /// Finds the files: images are copied; others too, unless the address of the repository is known.
  init(of pages: [SourcePage], below root: URL, configuration: SiteConfiguration) {
    self.root = root.resolved
    let sources = Set(pages.map(\.summary.source))
    let catalogs = Self.catalogs(of: sources)
    for page in pages.map(\.summary) where page.source.hasPrefix("content/reference/") {
      // Doc comments show the images of their module's catalog.
      let module = page.source.split(separator: "/")[2]
      guard let catalog = catalogs[module] else { continue }
      for link in page.references where link.isImage {
        guard let path = SitePath.source(named: link.destination, from: page.source),
          let name = path.split(separator: "/").last
        else { continue }
        targets[path] = image(at: catalog + name, linkedAs: "", in: "")
      }
    }
    for page in pages.map(\.summary) where !page.source.hasPrefix("content/") {
      for link in page.references {
        guard let path = SitePath.source(named: link.destination, from: page.source),
          !path.isEmpty, !sources.contains(path), targets[path].map(\.isMissing) != false
        else { continue }
        // '/logo.png' may be another file for the next document.
        targets[path] =
          link.isImage
          ? image(at: path, linkedAs: link.destination, in: page.source)
            ?? targets[path] ?? nearest(to: path)
          : target(at: path, configuration: configuration) ?? targets[path]
      }
    }
  }

  /// Returns the DocC catalog of each module that has one, by the names of the folders around the
  /// catalogs.
  private static func catalogs(of sources: Set<String>) -> [Substring: String] {
    var catalogs: [Substring: String] = [:]
    for source in sources.sorted() {
      guard let end = source.range(of: ".docc/")?.upperBound else { continue }
      let folders = source[..<end].split(separator: "/")
      if let module = folders.dropLast().last { catalogs[module] = String(source[..<end]) }
    }
    return catalogs
  }

  private mutating func target(at path: String, configuration: SiteConfiguration) -> LinkTarget? {
    switch kind(of: path) {
    case .folder?:
      let address = configuration.repository.map { "\($0)/tree/HEAD/" + SitePath.escaped(path) }
      return address.map(LinkTarget.address) ?? .folder
    case .file?:
      let address = configuration.fileAddress.map { $0 + SitePath.escaped(path) }
      return address.map(LinkTarget.address) ?? copy(of: path)
    case nil: return nil
    }
  }

  /// Copies an image, which may be in a folder that another generator publishes at the root of its
  /// site: the root of the package, or a folder around the document.
  ///
  /// In a DocC catalog, its name is enough, even without its ending.
  private mutating func image(
    at path: String, linkedAs destination: String, in document: String
  ) -> LinkTarget? {
    let ends = document.indices.filter { destination.hasPrefix("/") && document[$0] == "/" }
    for root in [""] + ends.map({ String(document[...$0]) }) {
      for folder in ["", "public/", "static/"] where kind(of: root + folder + path) == .file {
        return copy(of: root + folder + path)
      }
    }
    guard let catalog = path.range(of: ".docc/").map({ String(path[..<$0.upperBound]) }) else {
      return nil
    }
    let files =
      catalogs[catalog]
      ?? (try? FileManager.default.subpathsOfDirectory(
        atPath: root.appending(path: catalog).path)) ?? []
    catalogs[catalog] = files
    let name = path.split(separator: "/").last ?? ""
    let found = files.sorted().filter { file in
      let own = file.split(separator: "/").last ?? ""
      return own == name || ImageFile.isNamed(name, in: file)
    }
    if let dark = found.first(where: { $0.contains("~dark") }) { _ = copy(of: catalog + dark) }
    return found.first.flatMap { copy(of: catalog + $0) }
  }

  /// Returns the file in the same folder that an author may have meant.
  private func nearest(to path: String) -> LinkTarget? {
    let parts = path.split(separator: "/")
    let folder = parts.dropLast().map { $0 + "/" }.joined()
    let names = try? FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    let found = Suggestion.nearest(
      to: String(parts.last ?? ""), among: (names ?? []).filter { kind(of: folder + $0) == .file })
    return found.map { LinkTarget.missing(nearest: folder + $0) }
  }

  private mutating func copy(of path: String) -> LinkTarget? {
    // A hidden file would stay in the output folder for ever.
    let copy = String(path.drop { $0 == "." })
    if copies.contains(where: { $0.path == copy }) { return .file(copy) }
    guard let data = FileManager.default.contents(atPath: root.appending(path: path).path) else {
      return nil
    }
    copies.append(RenderedFile(path: copy, bytes: Array(data)))
    return .file(copy)
  }

  private enum Kind {
    case file
    case folder
  }

  /// Returns what is at a path; `nil` when it is nothing, or a link out of the root.
  private func kind(of path: String) -> Kind? {
    let file = root.appending(path: path)
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder),
      root.contains(file)
    else { return nil }
    return isFolder.boolValue ? .folder : .file
  }
}

extension SiteConfiguration {
  /// The address below which readers find the files of the root, if it is known.
  var fileAddress: String? { source ?? repository.map { "\($0)/blob/HEAD/" } }
}
