import CDocgenFileExchange
public import DocgenDocModel
import DocgenGround
public import Foundation

/// Writes a finished site in one step.
///
/// The new site is written next to the old one, which it then replaces. If anything fails before
/// that, the old site stays as it was.
public struct SiteWriter: Sendable {
  /// The reasons why a site can't be written, none of which is in the documents.
  public enum WriteError: Error, CustomStringConvertible {
    /// The output folder contains files that no build wrote, in the way of the site.
    case foreignFiles(folder: String, example: String)
    /// The file system reported an error.
    case failed(path: String, reason: String)

    /// The message for the user.
    public var description: String {
      switch self {
      case .foreignFiles(let folder, let example):
        "'\(folder)' holds files that docgen did not write, such as '\(example)'; "
          + "remove them, or name another folder with --output"
      case .failed(let path, let reason):
        "cannot write '\(path)': \(reason)"
      }
    }
  }

  /// The differences between a site and the one it replaced, in numbers of files.
  public struct Changes: Sendable, Equatable {
    /// The new files.
    public var added = 0
    /// The files with other bytes.
    public var changed = 0
    /// The removed files.
    public var removed = 0
    /// The unchanged files.
    public var unchanged = 0
    /// The changed and removed files that were edited since the last build, by path.
    public var overwritten: [String] = []

    /// Creates the numbers of files.
    public init(added: Int = 0, changed: Int = 0, removed: Int = 0, unchanged: Int = 0) {
      self.added = added
      self.changed = changed
      self.removed = removed
      self.unchanged = unchanged
    }
  }

  /// The list of a site's files, which is part of the site; it shows that docgen wrote the folder.
  static let manifestName = ".docgen"

  let output: URL
  private var parent: URL { output.deletingLastPathComponent() }

  /// Creates a writer of an output folder.
  public init(output: URL) {
    // A link to the folder stays; only the folder is replaced.
    self.output = output.standardizedFileURL.resolvingSymlinksInPath()
  }

  /// Replaces the site with the given files.
  ///
  /// Only the files of earlier builds are replaced or removed; everything else in the folder stays.
  ///
  /// - Throws: `WriteError`.
  public func write(_ files: [RenderedFile]) throws(WriteError) -> Changes {
    do {
      // Concurrent builds write one after the other.
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      let lock = try FileLock(
        waitingFor: parent.appending(path: ".\(output.lastPathComponent).docgen-lock"))
      defer { lock.removeFile() }
      let before = manifest()
      let others = try otherFiles(besides: before, files: files)
      let comparison = compare(files, with: before)
      if !comparison.isSame { try replace(by: files, comparison: comparison, keeping: others) }
      return comparison.changes
    } catch let error as WriteError {
      throw error
    } catch {
      throw .failed(path: output.path, reason: ownReason ?? error.systemReason)
    }
  }

  /// The reason that the system's error doesn't state; a link to a missing folder doesn't resolve
  /// to it.
  private var ownReason: String? {
    if isMountPoint {
      return
        "it is a mount point, which can't be replaced; name one below it with --output"
    }
    let target = try? FileManager.default.destinationOfSymbolicLink(atPath: output.path)
    return target.map {
      "it is a link to '\($0)', which isn't there; make that folder, or remove the link"
    }
  }

  private var isMountPoint: Bool {
    let devices = [output, parent].map {
      try? FileManager.default.attributesOfItem(atPath: $0.path)[.systemNumber] as? Int
    }
    return devices[0] != nil && devices[0] != devices[1]
  }

  /// Lays the new site out next to the old one, and exchanges them.
  private func replace(
    by files: [RenderedFile], comparison: Comparison, keeping others: [String]
  ) throws {
    let manager = FileManager.default
    let staging =
      parent
      .appending(path: ".\(output.lastPathComponent).docgen-new", directoryHint: .isDirectory)
    try? manager.removeItem(at: staging)
    do {
      try lay(files, comparison: comparison, out: staging)
      guard manager.fileExists(atPath: output.path) else {
        return try manager.moveItem(at: staging, to: output)
      }
      try copy(others, to: staging)
      try FolderExchange.exchange(staging, with: output)
      try manager.removeItem(at: staging)
    } catch {
      try? manager.removeItem(at: staging)
      throw error
    }
  }

  private func lay(
    _ files: [RenderedFile], comparison: Comparison, out folder: URL
  ) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    for path in Self.folders(of: files.map(\.path)).sorted() {
      try manager.createDirectory(
        at: folder.appending(path: path), withIntermediateDirectories: true)
    }
    let (old, new) = (output.path, folder.path)
    let errors = files.indices.concurrentMap { index -> POSIXError? in
      let file = files[index]
      let target = "\(new)/\(file.path)"
      if comparison.entries[index].state == .unchanged,
        link("\(old)/\(file.path)", target) == 0
      {
        return nil
      }
      do throws(POSIXError) {
        try file.bytes.write(toNewFile: target)
        return nil
      } catch {
        return error
      }
    }
    if let error = errors.lazy.compactMap({ $0 }).first { throw error }
    let lines = zip(files, comparison.entries).map { "\($1.digest) \($0.path)\n" }
    try Array(lines.sorted().joined().utf8).write(toNewFile: "\(new)/\(Self.manifestName)")
  }
}

/// Replaces one folder with another.
enum FolderExchange {
  /// Exchanges two folders of one file system.
  ///
  /// Linux does this atomically. Where the system or the file system can't, the old folder is moved
  /// aside first, and back again if the new one can't be moved.
  static func exchange(_ new: URL, with old: URL) throws {
    if docgen_exchange(new.path, old.path) == 0 { return }
    try exchangeInSteps(new, with: old)
  }

  private static func exchangeInSteps(_ new: URL, with old: URL) throws {
    let manager = FileManager.default
    let aside = old.deletingLastPathComponent()
      .appending(path: ".\(old.lastPathComponent).docgen-old", directoryHint: .isDirectory)
    try? manager.removeItem(at: aside)
    try manager.moveItem(at: old, to: aside)
    do {
      try manager.moveItem(at: new, to: old)
    } catch {
      try manager.moveItem(at: aside, to: old)
      throw error
    }
    try manager.moveItem(at: aside, to: new)
  }
}
