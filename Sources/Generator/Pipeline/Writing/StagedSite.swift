import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation
import Synchronization

/// A site whose new files are written next to the old site, and then moved into it.
///
/// Files may be added on several threads. Until `finish`, the old site stays as it is; without it, the new
/// files are removed. The list of files is written last: if a build ends between that and the last move,
/// the next one completes the site.
final class StagedSite: Sendable {
  private struct Entry {
    enum State { case added, changed, unchanged }

    var state: State
    var digest: String
    /// Whether the old file was edited since docgen wrote it.
    var isOverwritten = false
  }

  private struct Progress {
    var entries: [String: Entry] = [:]
    var error: (any Error)?
    /// Whether the folder has all new files, and the list of all.
    var isComplete = false
  }

  let writer: SiteWriter
  /// The digests of the old site's files by path; `nil` when docgen wrote no site there.
  private let before: [String: String]?
  private let folder: URL
  private let folderPath: String
  /// Concurrent builds write one after the other.
  private let lock: FileLock
  private let progress = Mutex(Progress())

  init(of writer: SiteWriter) throws {
    let name = writer.output.lastPathComponent
    let manager = FileManager.default
    try manager.createDirectory(at: writer.parent, withIntermediateDirectories: true)
    let lock = try FileLock(waitingFor: writer.parent.appending(path: ".\(name).docgen-lock"))
    let folder = writer.parent.appending(
      path: ".\(name).docgen-new", directoryHint: .isDirectory)
    if let paths = SiteWriter.manifest(in: folder)?.keys {
      try writer.move(Set(paths), from: folder, replacing: writer.manifest())
    }
    // A build that was killed left it.
    try? manager.removeItem(at: folder)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    self.writer = writer
    self.folder = folder
    folderPath = folder.path
    self.lock = lock
    before = writer.manifest()
  }

  deinit {
    discard()
    lock.removeFile()
  }

  /// Removes the new files, or after `finish` their folders, unless the next build can complete the site.
  private func discard() {
    if !progress.withLock(\.isComplete) { try? FileManager.default.removeItem(at: folder) }
  }

  /// Adds a file; an error is thrown by `finish`.
  func add(_ file: SiteFile) {
    do {
      switch file {
      case .new(let file): try add(file)
      case .unchanged(let path, _):
        note(Entry(state: .unchanged, digest: before?[path] ?? ""), at: path)
      case .moved(let old, let path, _):
        guard let bytes = writer.bytes(of: old) else { throw POSIXError(.ENOENT) }
        try add(RenderedFile(path: path, bytes: bytes))
      }
    } catch {
      progress.withLock { $0.error = $0.error ?? error }
    }
  }

  private func add(_ file: RenderedFile) throws {
    var entry = Entry(state: .added, digest: Digest.sha256.hex(file.bytes))
    if let known = before?[file.path] {
      let old = writer.bytes(of: file.path)
      if old == file.bytes {
        entry.state = .unchanged
        return note(entry, at: file.path)
      }
      entry.state = .changed
      entry.isOverwritten = old.map { !known.isEmpty && known != Digest.sha256.hex($0) } ?? false
    }
    try make(file.path) { try file.bytes.write(toNewFile: $0) }
    note(entry, at: file.path)
  }

  /// Makes a file, and its folder if that isn't there.
  private func make(_ path: String, with write: (String) throws -> Void) throws {
    let target = "\(folderPath)/\(path)"
    do {
      try write(target)
    } catch let error as POSIXError where error.code == .ENOENT {
      let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
      try FileManager.default.createDirectory(
        atPath: String(target[..<slash]), withIntermediateDirectories: true)
      try write(target)
    }
  }

  private func note(_ entry: Entry, at path: String) {
    progress.withLock { $0.entries[path] = entry }
  }

  /// Moves the new files into the old site.
  ///
  /// Only files of earlier builds are replaced or removed; everything else in the output folder stays.
  ///
  /// - Throws: `SiteWriter.WriteError`.
  func finish() throws(SiteWriter.WriteError) -> SiteWriter.Changes {
    try writer.explainingErrors {
      let (entries, error) = progress.withLock { ($0.entries, $0.error) }
      if let error { throw error }
      let changes = changes(entries)
      if before != nil, changes.added + changes.changed + changes.removed == 0 { return changes }
      let new = entries.filter { $0.value.state != .unchanged }.keys
      try writer.checkPlaces(of: new, besides: before)
      var lines: [UInt8] = []
      for entry in entries.sorted(by: { ($0.value.digest, $0.key) < ($1.value.digest, $1.key) }) {
        lines += "\(entry.value.digest) \(entry.key)\n".utf8
      }
      let list = "\(folderPath)/\(SiteWriter.manifestName)"
      try lines.write(toNewFile: list + "-new")
      guard rename(list + "-new", list) == 0 else { throw POSIXError.last }
      progress.withLock { $0.isComplete = true }
      try writer.move(Set(entries.keys), from: folder, replacing: before)
      progress.withLock { $0.isComplete = false }
      return changes
    }
  }

  private func changes(_ entries: [String: Entry]) -> SiteWriter.Changes {
    var changes = SiteWriter.Changes()
    for entry in entries.values {
      switch entry.state {
      case .added: changes.added += 1
      case .changed: changes.changed += 1
      case .unchanged: changes.unchanged += 1
      }
    }
    let removed = (before ?? [:]).filter { entries[$0.key] == nil }
    changes.removed = removed.count
    changes.overwritten = entries.filter(\.value.isOverwritten).keys.sorted()
    changes.overwritten += removed.filter { path, digest in
      writer.bytes(of: path).map { !digest.isEmpty && digest != Digest.sha256.hex($0) } ?? false
    }.keys.sorted()
    return changes
  }
}
