public import Foundation

/// Notices that files below some folders have changed.
///
/// It looks at names, sizes and times at intervals: that works on every file system, also on
/// those of containers and networks, which tell of no changes.
public struct FolderWatcher: Sendable {
  /// What one look showed.
  public struct Snapshot: Sendable, Equatable {
    fileprivate struct Entry: Sendable, Equatable {
      var size: Int
      var modified: Date
    }

    fileprivate var entries: [String: Entry] = [:]
  }

  private let folders: [URL]

  /// A watcher of folders, which need not exist yet.
  public init(folders: [URL]) {
    self.folders = folders
  }

  /// The paths, below a folder, of the files that two looks showed otherwise.
  public static func changes(
    from before: Snapshot, to after: Snapshot, below root: URL
  ) -> Set<String> {
    let base = root.path.hasSuffix("/") ? root.path : root.path + "/"
    let paths = Set(before.entries.keys).union(after.entries.keys)
    return Set(
      paths.filter { before.entries[$0] != after.entries[$0] && $0.hasPrefix(base) }
        .map { String($0.dropFirst(base.count)) })
  }

  /// What is there now; hidden files are left out.
  public func snapshot() -> Snapshot {
    var snapshot = Snapshot()
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    for folder in folders {
      let found = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: Array(keys), options: [.skipsHiddenFiles])
      while let file = found?.nextObject() as? URL {
        guard let values = try? file.resourceValues(forKeys: keys) else { continue }
        snapshot.entries[file.path] = Snapshot.Entry(
          size: values.fileSize ?? 0, modified: values.contentModificationDate ?? .distantPast)
      }
    }
    return snapshot
  }

  /// Returns when something differs from a snapshot, once a further look shows no more changes.
  ///
  /// One save is often several writes; waiting for quiet makes one build of them.
  /// - Parameters:
  ///   - before: what was there when the last build began.
  ///   - pause: what to do between two looks; throws to end the watch.
  /// - Returns: what was there when it had become quiet.
  public func change(
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
