import DocgenGround
import Foundation

/// The files below a folder, with those in folders that it links to.
struct FolderListing {
  private let rootPath: String
  /// The names of hidden folders and files, and of those that other generators own, to list anyway.
  let included: Set<String>
  /// The names of folders that only other generators read.
  let unpublished: Set<String>
  private(set) var paths: [String] = []
  private(set) var diagnostics: [Diagnostic] = []
  /// The folders that are being listed, without links, so that no link leads into a circle.
  private var open: Set<String> = []

  init(root: URL, included: Set<String>, unpublished: Set<String>) {
    rootPath = root.path
    self.included = included
    self.unpublished = unpublished
  }

  /// Adds the files below a folder.
  ///
  /// - Throws: when a folder can't be read, because a site with fewer pages would be published.
  mutating func add(_ folder: String) throws(SiteReader.ReadError) {
    let real = URL(filePath: "\(rootPath)/\(folder)").resolvingSymlinksInPath().path
    guard open.insert(real).inserted else {
      return diagnostics.append(Diagnostic(.linkInCircle(folder), at: SourceLocation(file: folder)))
    }
    defer { open.remove(real) }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: real)
    } catch {
      throw .unreadable(path: folder, reason: error.systemReason)
    }
    for name in names.sorted() {
      if name.hasPrefix("."), !included.contains(name) { continue }
      try add(name, in: folder)
    }
  }

  private mutating func add(_ name: String, in folder: String) throws(SiteReader.ReadError) {
    let path = "\(folder)/\(name)"
    let file = "\(rootPath)/\(path)"
    var status = stat()
    guard lstat(file, &status) == 0 else { return }
    var kind = status.st_mode & S_IFMT
    if kind == S_IFLNK {
      let target = URL(filePath: file).resolvingSymlinksInPath().path
      guard target.hasPrefix(rootPath + "/"), stat(file, &status) == 0 else {
        return diagnostics.append(Diagnostic(.linkOutOfRoot(path), at: SourceLocation(file: path)))
      }
      kind = status.st_mode & S_IFMT
    }
    if kind == S_IFREG {
      paths.append(path)
    } else if kind == S_IFDIR {
      guard !unpublished.contains(name) || included.contains(name) else {
        return diagnostics.append(
          Diagnostic(.folderOfOtherGenerator(name), at: SourceLocation(file: path)))
      }
      try add(path)
    }
  }
}

extension Diagnostic.Message {
  static func linkInCircle(_ path: String) -> Self {
    Self(.pathLeavesRoot, "'\(path)' is a link to a folder that it is in; remove it")
  }

  static func folderOfOtherGenerator(_ name: String) -> Self {
    Self(
      .notAPage, .hint,
      "this folder is not published; to publish it, write 'include: [\(name)]' in 'site.yml'")
  }
}
