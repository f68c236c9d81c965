import DocgenGround
import Foundation

/// Detects changes of files below some folders.
///
/// It compares the states of files, also their permissions and links, at intervals. That works on
/// every file system, even on those of containers and networks that don't report changes.
struct FolderWatcher: Sendable {
  /// The states of the files at one time, by their paths.
  typealias Snapshot = [String: FileState]

  private let folders: [URL]
  private let ignored: URL?
  /// Files elsewhere.
  private var files: Set<String> = []

  /// Creates a watcher of folders, which need not exist yet, except a folder directly in one of
  /// them.
  init(folders: [URL], except ignored: URL? = nil) {
    self.folders = folders
    self.ignored = ignored
  }

  /// Returns the paths, below a folder, of the files that differ between two snapshots.
  static func changes(
    from before: Snapshot, to after: Snapshot, below root: URL
  ) -> Set<String> {
    let base = root.path.hasSuffix("/") ? root.path : root.path + "/"
    let paths = Set(before.keys).union(after.keys)
    return Set(
      paths.filter { before[$0] != after[$0] && $0.hasPrefix(base) }
        .map { String($0.dropFirst(base.count)) })
  }

  /// Returns the current state, without hidden files.
  func snapshot() -> Snapshot {
    var paths = files
    for folder in folders {
      let found = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles])
      while let file = found?.nextObject() as? URL {
        if file.path == ignored?.path {
          found?.skipDescendants()
        } else {
          paths.insert(file.path)
        }
      }
    }
    return Self.states(of: paths)
  }

  /// Watches more files, whose present state counts as seen.
  mutating func watch(_ more: some Sequence<URL>, seen: inout Snapshot) {
    let new = Set(more.map(\.path)).subtracting(seen.keys)
    files.formUnion(new)
    seen.merge(Self.states(of: new)) { $1 }
  }

  private static func states(of paths: Set<String>) -> Snapshot {
    Dictionary(
      uniqueKeysWithValues: paths.compactMap { path in FileState(path).map { (path, $0) } })
  }

  /// Waits until something differs from a snapshot and another snapshot shows no more changes.
  ///
  /// One save often consists of several writes; waiting until they end results in one build.
  ///
  /// - Parameters:
  ///   - before: the state when the last build began.
  ///   - pause: waits between two snapshots; throws to stop watching.
  /// - Returns: the state after the changes.
  func change(
    since before: Snapshot, pause: () async throws -> Void
  ) async throws -> Snapshot {
    var last = before
    while true {
      try await pause()
      let now = snapshot()
      if now != before, now == last { return now }
      last = now
    }
  }
}
