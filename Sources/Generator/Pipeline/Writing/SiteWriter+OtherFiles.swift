import DocgenDocModel
import Foundation

/// The files in the output folder that docgen didn't write, which stay.
extension SiteWriter {
  /// Throws if the folder is a file, contains visible files of somebody else's alone, or contains one
  /// where the site needs a file or a folder.
  func refuseForeignFiles(in files: [RenderedFile]) throws(WriteError) {
    let manager = FileManager.default
    var isFolder: ObjCBool = false
    guard manager.fileExists(atPath: output.path, isDirectory: &isFolder) else { return }
    if !isFolder.boolValue {
      throw .failed(
        path: output.path, reason: "it is a file; remove it, or name a folder with --output")
    }
    guard let own = manifest() else {
      let names = (try? manager.contentsOfDirectory(atPath: output.path)) ?? []
      let hidden = Set(
        files.map(\.path).filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != "/" } })
      let example = names.sorted().first { !$0.hasPrefix(".") || hidden.contains($0[...]) }
      if let example { throw .foreignFiles(folder: output.path, example: example) }
      return
    }
    let paths = Set(files.map(\.path))
    let folders = Self.folders(of: paths)
    let example = foreignEntries(besides: own, in: files).first { path in
      paths.contains(path) || folders.contains(path)
        || Self.folders(of: [path]).contains(where: paths.contains)
    }
    if let example { throw .foreignFiles(folder: output.path, example: example) }
  }

  /// Copies everything that docgen didn't write.
  func keepForeignFiles(besides files: [RenderedFile], in staging: URL) throws {
    let manager = FileManager.default
    for path in foreignEntries(besides: manifest() ?? [:], in: files) {
      let target = staging.appending(path: path)
      try manager.createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try manager.copyItem(at: output.appending(path: path), to: target)
    }
  }

  /// Returns the files and folders that docgen didn't write, and folders without what is in them.
  private func foreignEntries(
    besides own: [String: String], in files: [RenderedFile]
  ) -> [String] {
    let ownFolders = Self.folders(of: own.keys)
    let folders = ownFolders.union(Self.folders(of: files.map(\.path)))
    var foreign: [String] = []
    func visit(_ folder: String) {
      let names = try? FileManager.default.contentsOfDirectory(
        atPath: output.appending(path: folder).path)
      for name in names?.sorted() ?? [] {
        let path = folder.isEmpty ? name : "\(folder)/\(name)"
        let isFolder = Self.type(of: output.appending(path: path)) == .typeDirectory
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

  private static func folders(of paths: some Sequence<String>) -> Set<String> {
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

  /// Returns the type of a file itself, not of what it links to.
  private static func type(of file: URL) -> FileAttributeType? {
    try? FileManager.default.attributesOfItem(atPath: file.path)[.type] as? FileAttributeType
  }
}
