import DocModel
import Foundation

/// The files in the output folder that docgen didn't write.
extension SiteWriter {
  /// Throws if the folder contains files that docgen didn't write and that are visible or in the
  /// way.
  func refuseForeignFiles(in files: [RenderedFile]) throws(WriteError) {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: output.path, isDirectory: &isFolder),
      !isFolder.boolValue
    {
      throw .failed(
        path: output.path, reason: "it is a file; remove it, or name a folder with --output")
    }
    let own = manifest()
    let hidden = files.map(\.path).filter { $0.hasPrefix(".") && own?.contains($0) != true }
    if let example = hidden.first(where: {
      FileManager.default.fileExists(atPath: output.appending(path: $0).path)
    }) {
      throw .foreignFiles(folder: output.path, example: example)
    }
    guard own == nil,
      let names = try? FileManager.default.contentsOfDirectory(atPath: output.path),
      let example = names.sorted().first(where: { !$0.hasPrefix(".") })
    else { return }
    throw .foreignFiles(folder: output.path, example: example)
  }

  /// Copies hidden entries at the top of the output folder that docgen didn't write.
  ///
  /// A folder such as `.well-known` may contain files of both.
  func keepHidden(in staging: URL) throws {
    let manager = FileManager.default
    let own = manifest() ?? []
    for name in try manager.contentsOfDirectory(atPath: output.path)
    where name.hasPrefix(".") && name != Self.manifestName {
      let folder = output.appending(path: name)
      let isShared = manager.fileExists(atPath: staging.appending(path: name).path)
      guard isShared || own.contains(where: { $0 == name || $0.hasPrefix(name + "/") }) else {
        try manager.copyItem(at: folder, to: staging.appending(path: name))
        continue
      }
      for path in (try? manager.subpathsOfDirectory(atPath: folder.path)) ?? []
      where !own.contains("\(name)/\(path)") {
        let source = folder.appending(path: path)
        let type = try manager.attributesOfItem(atPath: source.path)[.type]
        if type as? FileAttributeType == .typeDirectory { continue }
        let target = staging.appending(path: "\(name)/\(path)")
        try manager.createDirectory(
          at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try manager.copyItem(at: source, to: target)
      }
    }
  }
}
