import DocModel
import Foundation

/// The comparison with the site in the output folder.
extension SiteWriter {
  /// Returns the files of the existing site; `nil` when docgen wrote none.
  func manifest() -> Set<String>? {
    let file = output.appending(path: Self.manifestName)
    guard let data = try? Data(contentsOf: file) else { return nil }
    return Set(String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init))
  }

  /// The differences between files and the existing site.
  struct Comparison {
    var changes = Changes()
    /// The files with other bytes.
    var changed: [RenderedFile] = []
    /// Whether the paths are those of the existing site.
    var isSameList = false

    var isSame: Bool { isSameList && changed.isEmpty }
  }

  func compare(_ files: [RenderedFile]) -> Comparison {
    var changes = Changes()
    var changed: [RenderedFile] = []
    let list = manifest()
    let before = list ?? []
    for file in files {
      if !before.contains(file.path) {
        changes.added += 1
      } else if let old = try? Data(contentsOf: output.appending(path: file.path)),
        old == Data(file.bytes)
      {
        changes.unchanged += 1
      } else {
        changed.append(file)
      }
    }
    changes.changed = changed.count
    changes.removed = before.subtracting(files.map(\.path)).count
    return Comparison(
      changes: changes, changed: changed,
      isSameList: changes.added + changes.removed == 0 && list != nil)
  }
}
