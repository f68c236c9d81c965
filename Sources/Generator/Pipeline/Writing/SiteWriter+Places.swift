import DocgenDocModel
import DocgenGround
import Foundation

/// Moving files into the output folder, between those that docgen didn't write, which stay.
extension SiteWriter {
  /// What is at a path itself, without following a link.
  private enum Kind { case folder, file, nothing }

  /// Checks that only docgen's own files are in the places of new ones.
  ///
  /// - Parameters:
  ///   - new: the paths of the new files.
  ///   - own: the files of the old site and the new one; `nil` when docgen wrote no site there.
  /// - Throws: `WriteError` if the output folder is a file or a mount point, contains only visible
  ///   files that docgen didn't write, or contains one where the site needs a file or a folder.
  func checkPlaces(of new: some Collection<String>, besides own: [String: StagedFile]?) throws {
    switch kind("") {
    case .nothing: return
    case .file:
      let reason = ownReason ?? "it is a file; remove it, or name a folder with --output"
      throw WriteError.failed(path: output.path, reason: reason)
    case .folder: break
    }
    if isMountPoint { throw POSIXError(.EXDEV) }
    if own == nil {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []
      let hidden = Set(new.filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != "/" } })
      let example = names.sorted().first { !$0.hasPrefix(".") || hidden.contains($0[...]) }
      if let example { throw WriteError.foreignFiles(folder: output.path, example: example) }
    }
    // Rarely needed, and of all files.
    lazy var ownFolders = Self.folders(
      of: (own ?? [:]).lazy.filter { $0.value.old != nil }.map(\.key))
    let folders = Self.folders(of: new)
    func isForeign(_ path: String) -> Bool {
      switch kind(path) {
      case .nothing: false
      case .file: own?[path]?.old == nil && !ownFolders.contains(path)
      case .folder:
        !ownFolders.contains(path) && own?[path]?.old == nil
          || names(in: path).contains { isForeign("\(path)/\($0)") }
      }
    }
    let example =
      folders.sorted().first { kind($0) == .file && isForeign($0) }
      ?? new.sorted().first(where: isForeign)
    if let example { throw WriteError.foreignFiles(folder: output.path, example: example) }
  }

  /// Moves new files into the site, removes those that it no longer has, and moves the list of all.
  ///
  /// It may be repeated after it ended at any point.
  ///
  /// - Parameters:
  ///   - files: the files of the old site and the new one.
  ///   - folder: the folder with those that are written, and with the list.
  ///   - hasSite: whether docgen wrote the old site.
  func move(_ files: [String: StagedFile], from folder: URL, hasSite: Bool) throws {
    if kind("") == .nothing {
      guard rename(folder.path, output.path) == 0 else { throw POSIXError.last }
      return
    }
    let new = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      files[$0]?.new != nil
    }
    try checkPlaces(of: new, besides: hasSite ? files : nil)
    var known: Set<Substring> = []
    for path in new {
      try makeFolder(ofFile: path[...], known: &known)
      if kind(path) == .folder { try FileManager.default.removeItem(atPath: self.path(of: path)) }
      try move(path, from: folder)
    }
    for (path, file) in files where file.isRemoved && isInFolders(path) {
      unlink(self.path(of: path))
      for folder in Self.foldersAbove(path) {
        // Fails while anything is in it.
        guard rmdir(self.path(of: String(folder))) == 0 else { break }
      }
    }
    try move(Self.manifestName, from: folder)
  }

  private func move(_ path: String, from folder: URL) throws(POSIXError) {
    guard rename("\(folder.path)/\(path)", self.path(of: path)) == 0 else { throw .last }
  }

  /// Makes the folder of a file, also in the place of a link or of a file of the old site.
  private func makeFolder(
    ofFile path: Substring, known: inout Set<Substring>
  ) throws(POSIXError) {
    guard let slash = path.lastIndex(of: "/"), known.insert(path[..<slash]).inserted else { return }
    try makeFolder(ofFile: path[..<slash], known: &known)
    let folder = String(path[..<slash])
    if kind(folder) == .folder { return }
    unlink(self.path(of: folder))
    guard mkdir(self.path(of: folder), 0o777) == 0 else { throw .last }
  }

  /// Returns the bytes of a file of the site; `nil` if it isn't there, or behind a link.
  func bytes(of file: String) -> [UInt8]? {
    isInFolders(file) ? try? [UInt8](contentsOf: path(of: file), followingLinks: false) : nil
  }

  /// Whether each folder of a path is a folder itself, and no link to one.
  private func isInFolders(_ path: String) -> Bool {
    path.indices.allSatisfy { path[$0] != "/" || kind(String(path[..<$0])) == .folder }
  }

  private func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path(of: folder))) ?? []
  }

  private func kind(_ path: String) -> Kind {
    var status = stat()
    guard lstat(self.path(of: path), &status) == 0 else { return .nothing }
    return status.st_mode & S_IFMT == S_IFDIR ? .folder : .file
  }

  /// Returns the folders that some paths are in.
  static func folders(of paths: some Sequence<String>) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      for folder in foldersAbove(path) {
        guard folders.insert(String(folder)).inserted else { break }
      }
    }
    return folders
  }

  /// Returns the folders that a path is in, the innermost first.
  private static func foldersAbove(_ path: String) -> some Sequence<Substring> {
    sequence(state: path[...]) { rest in
      guard let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
      rest = rest[..<slash]
      return rest
    }
  }
}
