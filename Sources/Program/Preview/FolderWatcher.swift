import Foundation

/// Detects changes of files below some folders.
///
/// It compares names, sizes and times at intervals. That works on every file system, even on those
/// of containers and networks that don't report changes.
struct FolderWatcher: Sendable {
  /// The state of the files at one time.
  struct Snapshot: Sendable, Equatable {
    fileprivate struct Entry: Sendable, Equatable {
      var size: Int
      var modified: Date
    }

    fileprivate var entries: [String: Entry] = [:]
  }

  private let folders: [URL]
  private let ignored: URL?
  /// Files elsewhere.
  private var files: Set<URL> = []

  /// Creates a watcher of folders, which need not exist yet, except a folder directly in one of them.
  init(folders: [URL], except ignored: URL? = nil) {
    self.folders = folders
    self.ignored = ignored
  }

  /// Returns the paths, below a folder, of the files that differ between two snapshots.
  static func changes(
    from before: Snapshot, to after: Snapshot, below root: URL
  ) -> Set<String> {
    let base = root.path.hasSuffix("/") ? root.path : root.path + "/"
    let paths = Set(before.entries.keys).union(after.entries.keys)
    return Set(
      paths.filter { before.entries[$0] != after.entries[$0] && $0.hasPrefix(base) }
        .map { String($0.dropFirst(base.count)) })
  }

  /// Returns the current state, without hidden files.
  func snapshot() -> Snapshot {
    var snapshot = Snapshot()
    for folder in folders {
      let found = FileManager.default.enumerator(
        at: folder, includingPropertiesForKeys: Array(Self.keys), options: [.skipsHiddenFiles])
      while let file = found?.nextObject() as? URL {
        if file.path == ignored?.path {
          found?.skipDescendants()
        } else {
          Self.add(file, to: &snapshot)
        }
      }
    }
    for file in files { Self.add(file, to: &snapshot) }
    return snapshot
  }

  /// Watches more files, whose present state counts as seen.
  mutating func watch(_ more: some Sequence<URL>, seen: inout Snapshot) {
    for file in more where seen.entries[file.path] == nil {
      files.insert(file)
      Self.add(file, to: &seen)
    }
  }

  private static let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]

  private static func add(_ file: URL, to snapshot: inout Snapshot) {
    var file = file
    // A URL that is used again knows only what was there before.
    file.removeAllCachedResourceValues()
    guard let values = try? file.resourceValues(forKeys: keys) else { return }
    snapshot.entries[file.path] = Snapshot.Entry(
      size: values.fileSize ?? 0, modified: values.contentModificationDate ?? .distantPast)
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
