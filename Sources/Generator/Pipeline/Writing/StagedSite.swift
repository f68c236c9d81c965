import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenSiteRendering
import Foundation
import Synchronization

/// A site whose new files are written next to the old site, and then moved into it.
///
/// Files may be added on several threads. Until `finish`, the old site stays as it is; without it,
/// the new files are removed. The list of files is written last: if a build ends between that and
/// the last move, the next one completes the site.
final class StagedSite: Sendable {
  private struct Progress {
    /// The files of the old site and those of the new one so far, by path.
    var files: [String: StagedFile] = [:]
    var error: (any Error)?
    /// Whether the folder has all new files, and the list of all.
    var isComplete = false
  }

  let writer: SiteWriter
  /// The state of everything in the output folder before.
  let state: Lazy<FileStates>
  /// Whether docgen wrote the old site.
  let hasSite: Bool
  private let folder: URL
  private let folderPath: String
  /// Concurrent builds write one after the other.
  private let lock: FileLock
  private let progress: Mutex<Progress>

  init(of writer: SiteWriter) throws {
    let name = writer.output.lastPathComponent
    let manager = FileManager.default
    try manager.createDirectory(at: writer.parent, withIntermediateDirectories: true)
    let lock = try FileLock(waitingFor: writer.parent.appending(path: ".\(name).docgen-lock"))
    let folder = writer.parent.appending(
      path: ".\(name).docgen-new", directoryHint: .isDirectory)
    if let files = SiteWriter.manifest(in: folder) {
      let old = writer.manifest()
      var both = old ?? [:]
      for (path, file) in files { both[path, default: StagedFile()].new = file.old }
      try writer.move(both, from: folder, hasSite: old != nil)
    }
    // A build that was killed left it.
    try? manager.removeItem(at: folder)
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    self.writer = writer
    self.folder = folder
    folderPath = folder.path
    self.lock = lock
    state = Lazy(make: SideBySide.start { writer.state })
    let old = writer.manifest()
    hasSite = old != nil
    progress = Mutex(Progress(files: old ?? [:]))
  }

  deinit {
    // The next build can complete a complete site.
    if !progress.withLock(\.isComplete) { try? FileManager.default.removeItem(at: folder) }
    lock.removeFile()
  }

  /// Adds a file; an error is thrown by `finish`.
  func add(_ file: SiteFile) {
    do {
      switch file {
      case .new(let file): try add(file)
      case .unchanged(let path, _):
        progress.withLock { $0.files[path]?.keep() }
      }
    } catch {
      progress.withLock { $0.error = $0.error ?? error }
    }
  }

  private func add(_ file: RenderedFile) throws {
    var staged = StagedFile()
    staged.old = progress.withLock { $0.files[file.path]?.old }
    staged.new = FileDigest(of: file.bytes)
    let old = staged.old == nil ? nil : writer.bytes(of: file.path)
    staged.isWritten = old.map { !file.bytes.isEqual(to: $0) } ?? true
    if staged.isWritten {
      staged.isOverwritten = old.map { staged.old != FileDigest(of: $0) } ?? false
      try make(file.path) { try file.bytes.write(toNewFile: $0) }
    }
    progress.withLock { [staged] in $0.files[file.path] = staged }
  }

  /// Makes a file, and its folder if that isn't there.
  private func make(_ path: String, with write: (String) throws -> Void) throws {
    let target = "\(folderPath)/\(path)"
    do {
      try write(target)
    } catch let error as POSIXError where error.code == .ENOENT {
      let slash = target.utf8.lastIndex(of: UInt8(ascii: "/")) ?? target.startIndex
      let folder = String(target[..<slash])
      // Most are in a folder that is there already.
      if mkdir(folder, 0o777) != 0 {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: true)
      }
      try write(target)
    }
  }

  /// Moves the new files into the old site.
  ///
  /// Only files of earlier builds are replaced or removed; everything else in the output folder
  /// stays.
  ///
  /// - Returns: the differences, and the state of everything in the output folder afterwards.
  /// - Throws: `SiteWriter.WriteError`.
  func finish() throws(SiteWriter.WriteError) -> (
    changes: SiteWriter.Changes, state: Lazy<FileStates>
  ) {
    try writer.explainingErrors {
      let files = try progress.withLock { progress in
        if let error = progress.error { throw error }
        defer { progress.files = [:] }
        return progress.files
      }
      defer { SideBySide.free(files) }
      let changes = changes(files)
      if hasSite, changes.added + changes.changed + changes.removed == 0 {
        return (changes, state)
      }
      let touched = files.filter { $0.value.isWritten || $0.value.isRemoved }.keys
      try writer.checkPlaces(
        of: touched.filter { files[$0]?.new != nil }, besides: hasSite ? files : nil)
      try writeList(files)
      progress.withLock { $0.isComplete = true }
      let state = try move(files, touched)
      progress.withLock { $0.isComplete = false }
      return (changes, state)
    }
  }

  /// Moves the new files, and returns the state of everything in the output folder afterwards.
  private func move(
    _ files: [String: StagedFile], _ touched: some Collection<String>
  ) throws -> Lazy<FileStates> {
    // For few files, updating the state is faster than looking at all files.
    guard touched.count < files.count / 4 else {
      try writer.move(files, from: folder, hasSite: hasSite)
      return Lazy(make: SideBySide.start { [writer] in writer.state })
    }
    let places = Set(touched).union(SiteWriter.folders(of: touched))
      .union([SiteWriter.manifestName]).map(writer.path)
    var state = state.value
    for place in places { state.remove(fileAt: place) }
    try writer.move(files, from: folder, hasSite: hasSite)
    for place in places { state.add(fileAt: place) }
    return Lazy(state)
  }

  private func writeList(_ files: [String: StagedFile]) throws {
    let new = files.compactMap { path, file in file.new.map { (digest: $0, path: path) } }
    var lines: [UInt8] = []
    for file in new.sorted(by: { ($0.digest, $0.path) < ($1.digest, $1.path) }) {
      file.digest.appendHexadecimal(to: &lines)
      lines.append(UInt8(ascii: " "))
      lines += file.path.utf8
      lines.append(UInt8(ascii: "\n"))
    }
    let list = "\(folderPath)/\(SiteWriter.manifestName)"
    try lines.write(toNewFile: list + "-new")
    guard rename(list + "-new", list) == 0 else { throw POSIXError.last }
  }

  private func changes(_ files: [String: StagedFile]) -> SiteWriter.Changes {
    var changes = SiteWriter.Changes()
    for (path, file) in files {
      if file.isRemoved {
        changes.removed += 1
        let others = ["transcripts/", "\(SiteRenderer.themeFolder)/"]
        let isPage = path.hasSuffix(".html") && !others.contains { path.hasPrefix($0) }
        if isPage { changes.removedPages.append(path) }
        let isEdited = writer.bytes(of: path).map { FileDigest(of: $0) != file.old } ?? false
        if isEdited { changes.overwritten.append(path) }
      } else if !file.isWritten {
        changes.unchanged += 1
      } else {
        if file.old == nil { changes.added += 1 } else { changes.changed += 1 }
        if file.isOverwritten { changes.overwritten.append(path) }
      }
    }
    changes.overwritten.sort()
    changes.removedPages.sort()
    return changes
  }
}
