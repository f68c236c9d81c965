import DocgenDocModel
import Foundation

/// The files in the output folder that docgen didn't write, which stay.
extension SiteWriter {
  /// Returns the files that docgen didn't write, and folders of such files.
  ///
  /// - Throws: `WriteError` if the folder is a file, contains only visible files that docgen didn't
  ///   write, or contains one where the site needs a file or a folder.
  func otherFiles(
    besides own: [String: String]?, paths: Set<String>
  ) throws(WriteError) -> [String] {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: output.path, isDirectory: &isFolder) else { return [] }
    if !isFolder.boolValue {
      throw .failed(
        path: output.path, reason: "it is a file; remove it, or name a folder with --output")
    }
    let others = foreignEntries(besides: own ?? [:], paths: paths)
    guard own != nil else {
      let names = (try? manager.contentsOfDirectory(atPath: output.path)) ?? []
      let hidden = Set(paths.filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != "/" } })
      let example = names.sorted().first { !$0.hasPrefix(".") || hidden.contains($0[...]) }
      if let example { throw .foreignFiles(folder: output.path, example: example) }
      return others
    }
    let folders = Self.folders(of: paths)
    let example = others.first { path in
      paths.contains(path) || folders.contains(path)
        || Self.folders(of: [path]).contains(where: paths.contains)
    }
    if let example { throw .foreignFiles(folder: output.path, example: example) }
    return others
  }

  /// Copies files of the old site.
  func copy(_ paths: [String], to staging: URL) throws {
    let manager = FileManager.default
    for path in paths {
      let target = staging.appending(path: path)
      try manager.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try manager.copyItem(at: output.appending(path: path), to: target)
    }
  }

  /// Returns the files and folders that docgen didn't write, and folders without what is in them.
  private func foreignEntries(
    besides own: [String: String], paths: Set<String>
  ) -> [String] {
    let ownFolders = Self.folders(of: own.keys)
    let folders = ownFolders.union(Self.folders(of: paths))
    var foreign: [String] = []
    func visit(_ folder: String) {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: output.appending(path: folder).path)
      for name in names?.sorted() ?? [] {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        let isFolder = Self.isFolder("\(output.path)/\(path)")
        if isFolder, folders.contains(path) || own[path] != nil {
          // A folder of both, or one in the place of a file of docgen's.
          visit(path)
        } else if own[path] == nil, path != Self.manifestName, !ownFolders.contains(path) {
          foreign.append(path)
        }
      }
    }
    visit("")
    return foreign
  }

  /// Returns the folders that some paths are in.
  static func folders(of paths: some Sequence<String>) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      var rest = path[...]
      while let slash = rest.lastIndex(of: "/") {
        rest = rest[..<slash]
        if !folders.insert(String(rest)).inserted { break }
      }
    }
    return folders
  }

  /// Whether a path is a folder itself, and not a link to one.
  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
