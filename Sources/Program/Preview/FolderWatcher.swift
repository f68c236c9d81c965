import DocgenGround
import DocgenPipeline
import Foundation

/// Detects changes of files below some folders.
///
/// It compares the states of files, also their permissions and links, at intervals. That works on
/// every file system, even on those of containers and networks that don't report changes.
struct FolderWatcher: Sendable {
  private let folders: [String]
  private let ignored: Set<String>
  /// Files elsewhere.
  private var files: Set<String> = []

  /// Creates a watcher of folders, which need not exist yet, except a folder directly in one of
  /// them.
  init(folders: [URL], except ignored: URL? = nil) {
    self.folders = folders.map(\.resolved.path)
    self.ignored = Set([ignored].compactMap { $0?.resolved.path })
  }

  /// Returns the current state, without hidden files.
  func snapshot() -> FileStates {
    var states = FileStates(ofVisibleFilesOnly: true)
    for folder in folders { states.add(below: folder, except: ignored) }
    for file in files { states.add(fileAt: file) }
    return states
  }

  /// Watches more files, whose present state counts as seen.
  ///
  /// - Parameter more: their paths; many of them may be in the folders.
  mutating func watch(_ more: some Sequence<String>, seen: inout FileStates) {
    let byFolder = Dictionary(grouping: more) { $0[..<($0.lastIndex(of: "/") ?? $0.startIndex)] }
    for (folder, paths) in byFolder {
      let real = URL(filePath: String(folder)).resolved.path
      for path in paths where !isWatched(real + path.dropFirst(folder.count)) {
        if files.insert(path).inserted { seen.add(fileAt: path) }
      }
    }
  }

  /// Whether a path without links is in a watched folder, and not hidden there.
  private func isWatched(_ path: String) -> Bool {
    folders.contains {
      path.hasPrefix("\($0)/") && !path.dropFirst($0.count).contains(bytesOf: "/.")
    }
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
    since before: FileStates, pause: () async throws -> Void
  ) async throws -> FileStates {
    var last = before
    while true {
      try await pause()
      let now = snapshot()
      if now.digest != before.digest, now.digest == last.digest { return now }
      last = now
    }
  }
}
