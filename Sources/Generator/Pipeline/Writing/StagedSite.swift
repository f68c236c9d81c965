import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation
import Synchronization

/// A site that is being written next to the old one, which it then replaces.
///
/// Files may be added on several threads. Until `finish`, the old site stays as it is; without it, the new
/// files are removed.
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
  }

  let writer: SiteWriter
  /// The digests of the old site's files by path; `nil` when docgen wrote no site there.
  private let before: [String: String]?
  private let folder: URL
  /// Concurrent builds write one after the other.
  private let lock: FileLock
  private let progress = Mutex(Progress())

  init(of writer: SiteWriter) throws {
    self.writer = writer
    let name = writer.output.lastPathComponent
    let manager = FileManager.default
    try manager.createDirectory(at: writer.parent, withIntermediateDirectories: true)
    lock = try FileLock(waitingFor: writer.parent.appending(path: ".\(name).docgen-lock"))
    before = writer.manifest()
    folder = writer.parent.appending(path: ".\(name).docgen-new", directoryHint: .isDirectory)
    // A build that was killed left it.
    try? manager.removeItem(at: folder)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    discard()
    lock.removeFile()
  }

  /// Removes the new files, or after `finish` what is left of the old site.
  private func discard() { try? FileManager.default.removeItem(at: folder) }

  /// Adds a file; an error is thrown by `finish`.
  func add(_ file: SiteFile) {
    do {
      switch file {
      case .new(let file): try add(file)
      case .unchanged(let path):
        try link(path)
        note(Entry(state: .unchanged, digest: before?[path] ?? ""), at: path)
      }
    } catch {
      progress.withLock { $0.error = $0.error ?? error }
    }
  }

  private func add(_ file: RenderedFile) throws {
    var entry = Entry(state: .added, digest: Digest.sha256.hex(file.bytes))
    if let known = before?[file.path] {
      // A link in the place of a file is no file of docgen's.
      let old = try? [UInt8](contentsOf: writer.path(of: file.path), followingLinks: false)
      if old == file.bytes, (try? link(file.path)) != nil {
        entry.state = .unchanged
        return note(entry, at: file.path)
      }
      entry.state = .changed
      entry.isOverwritten = old.map { !known.isEmpty && known != Digest.sha256.hex($0) } ?? false
    }
    try make(file.path) { try file.bytes.write(toNewFile: $0) }
    note(entry, at: file.path)
  }

  private func note(_ entry: Entry, at path: String) {
    progress.withLock { $0.entries[path] = entry }
  }

  /// Makes the new file the same as the old one.
  private func link(_ path: String) throws {
    let old = writer.path(of: path)
    try make(path) { target in
      guard Foundation.link(old, target) != 0 else { return }
      if errno == ENOENT || errno == EEXIST { throw POSIXError.last }
      // The file system has no such links.
      try [UInt8](contentsOf: old, followingLinks: false).write(toNewFile: target)
    }
  }

  /// Makes a file, and its folder if that isn't there.
  private func make(_ path: String, with write: (String) throws -> Void) throws {
    let target = "\(folder.path)/\(path)"
    do {
      try write(target)
    } catch let error as POSIXError where error.code == .ENOENT {
      try FileManager.default.createDirectory(
        at: URL(filePath: target).deletingLastPathComponent(), withIntermediateDirectories: true)
      try write(target)
    }
  }

  /// Replaces the old site.
  ///
  /// Only files of earlier builds are replaced or removed; everything else in the output folder stays.
  ///
  /// - Throws: `SiteWriter.WriteError`.
  func finish() throws(SiteWriter.WriteError) -> SiteWriter.Changes {
    defer { discard() }
    return try writer.explainingErrors {
      let (entries, error) = progress.withLock { ($0.entries, $0.error) }
      if let error { throw error }
      let others = try writer.otherFiles(besides: before, paths: Set(entries.keys))
      let changes = changes(entries)
      if before != nil, changes.added + changes.changed + changes.removed == 0 { return changes }
      let lines = entries.map { "\($0.value.digest) \($0.key)\n" }.sorted()
      try Array(lines.joined().utf8).write(
        toNewFile: "\(folder.path)/\(SiteWriter.manifestName)")
      try writer.copy(others, to: folder)
      try replace()
      return changes
    }
  }

  private func replace() throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: writer.output.path) else {
      return try manager.moveItem(at: folder, to: writer.output)
    }
    try FolderExchange.exchange(folder, with: writer.output)
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
      let old = try? [UInt8](contentsOf: writer.path(of: path), followingLinks: false)
      return old.map { !digest.isEmpty && digest != Digest.sha256.hex($0) } ?? false
    }.keys.sorted()
    return changes
  }
}
