import DocgenGround
import Foundation

/// Lists the files below folders, with those in folders that they link to.
struct FolderListing: Sendable {
  /// Files below a folder, and what is wrong there.
  struct Files: Sendable {
    var paths: [String] = []
    var diagnostics: [Diagnostic] = []
  }

  private let rootPath: String
  /// The names of hidden folders and files, and of those that other generators own, to list anyway.
  private let included: Set<String>
  /// The folders that Jekyll reads itself and never publishes.
  private static let unpublished: Set = [
    "_data", "_includes", "_layouts", "_plugins", "_sass", "_site",
  ]

  init(root: URL, included: Set<String>) {
    rootPath = root.path
    self.included = included
  }

  /// Returns the files below a folder, on all cores.
  ///
  /// - Throws: when a folder can't be read, because a site with fewer pages would be published.
  func files(below folder: String) throws(SiteReader.ReadError) -> Files {
    try files(below: folder, at: Self.target(of: "\(rootPath)/\(folder)"), within: [])
  }

  private static func target(of path: String) -> String { URL(filePath: path).resolved.path }

  /// - Parameters:
  ///   - real: the folder's path without links.
  ///   - open: those of the folders that it is in, so that no link leads into a circle.
  private func files(
    below folder: String, at real: String, within open: Set<String>
  ) throws(SiteReader.ReadError) -> Files {
    guard !open.contains(real) else {
      return Files(diagnostics: [
        Diagnostic(.linkInCircle(folder), at: SourceLocation(file: folder))
      ])
    }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: real)
    } catch {
      throw .unreadable(path: folder, reason: error.systemReason)
    }
    let open = open.union([real])
    let listed = names.filter {
      let isBackup = $0.hasSuffix("~") || $0.hasPrefix("#") && $0.hasSuffix("#")
      return !$0.hasPrefix(".") && !isBackup || included.contains($0)
    }.sorted()
    let parts = listed.concurrentMap { name in
      Result { () throws(SiteReader.ReadError) in
        try files(named: name, in: folder, at: "\(real)/\(name)", within: open)
      }
    }
    var all = Files()
    for part in parts {
      let files = try part.get()
      all.paths += files.paths
      all.diagnostics += files.diagnostics
    }
    return all
  }

  private func files(
    named name: String, in folder: String, at real: String, within open: Set<String>
  ) throws(SiteReader.ReadError) -> Files {
    let path = "\(folder)/\(name)"
    var real = real
    var status = stat()
    guard lstat(real, &status) == 0 else { return Files() }
    if status.st_mode & S_IFMT == S_IFLNK {
      real = Self.target(of: real)
      guard real.hasPrefix(rootPath + "/"), stat(real, &status) == 0 else {
        return Files(diagnostics: [
          Diagnostic(.linkOutOfRoot(path), at: SourceLocation(file: path))
        ])
      }
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Files(paths: [path])
    case S_IFDIR where Self.unpublished.contains(name) && !included.contains(name):
      return Files(diagnostics: [
        Diagnostic(.folderOfOtherGenerator(name), at: SourceLocation(file: path))
      ])
    case S_IFDIR: return try files(below: path, at: real, within: open)
    default: return Files()
    }
  }
}

extension Diagnostic.Message {
  static func linkInCircle(_ path: String) -> Self {
    Self(.pathLeavesRoot, "'\(path)' is a link to a folder that it is in; remove it")
  }

  static func linkOutOfRoot(_ path: String) -> Self {
    Self(
      .pathLeavesRoot,
      "'\(path)' is a link to something that is no file of this site; copy the file instead")
  }

  static func folderOfOtherGenerator(_ name: String) -> Self {
    Self(
      .notAPage, .hint,
      "this folder is not published; to publish it, write 'include: [\(name)]' in 'site.yml'")
  }
}
