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
    /// The changed and removed files that somebody had changed since the last build, by path.
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
    try refuseForeignFiles(in: files)
    let comparison = compare(files)
    if comparison.isSame { return comparison.changes }
    do {
      // Concurrent builds write one after the other. Each compares again, because the one before it
      // may have changed everything.
      try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
      let lock = try FileLock(
        waitingFor: parent.appending(path: ".\(output.lastPathComponent).docgen-lock"))
      defer { lock.removeFile() }
      return try writeAlone(files)
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

  private func writeAlone(_ files: [RenderedFile]) throws -> Changes {
    let comparison = compare(files)
    if comparison.isSame { return comparison.changes }
    let changed = comparison.changed
    let staging =
      parent
      .appending(path: ".\(output.lastPathComponent).docgen-new", directoryHint: .isDirectory)
    try? FileManager.default.removeItem(at: staging)
    do {
      if comparison.isSameList, changed.count == 1, isInPlace(changed[0].path) {
        try replace(changed[0], of: files, through: staging)
      } else {
        try lay(files, out: staging)
        try exchange(staging, of: files)
      }
    } catch {
      try? FileManager.default.removeItem(at: staging)
      throw error
    }
    return comparison.changes
  }

  private func lay(_ files: [RenderedFile], out folder: URL) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    var made: Set<String> = []
    for file in files {
      let target = folder.appending(path: file.path)
      let parent = target.deletingLastPathComponent()
      if made.insert(parent.path).inserted {
        try manager.createDirectory(at: parent, withIntermediateDirectories: true)
      }
      try Data(file.bytes).write(to: target)
    }
    try writeManifest(of: files, to: folder)
  }

  private func writeManifest(of files: [RenderedFile], to folder: URL) throws {
    let lines = files.sorted { $0.path < $1.path }.map { file in
      "\(Self.digest(file.bytes)) \(file.path)\n"
    }
    try Data(lines.joined().utf8).write(to: folder.appending(path: Self.manifestName))
  }

  /// Whether a file is at its path, and not a link to another location.
  private func isInPlace(_ path: String) -> Bool {
    let real = output.resolvingSymlinksInPath().appending(path: path)
    let type = try? FileManager.default.attributesOfItem(atPath: real.path)[.type]
    return type as? FileAttributeType == .typeRegular
      && real.resolvingSymlinksInPath().path == real.path
  }

  /// Replaces one file, which is also a single step.
  private func replace(
    _ file: RenderedFile, of files: [RenderedFile], through staging: URL
  ) throws {
    try lay([file], out: staging)
    try writeManifest(of: files, to: staging)
    for path in [file.path, Self.manifestName] {
      let target = output.appending(path: path)
      guard rename(staging.appending(path: path).path, target.path) == 0 else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
    }
    try FileManager.default.removeItem(at: staging)
  }

  /// Copies the files of others and replaces the old folder with the new one.
  private func exchange(_ staging: URL, of files: [RenderedFile]) throws {
    let manager = FileManager.default
    guard manager.fileExists(atPath: output.path) else {
      return try manager.moveItem(at: staging, to: output)
    }
    try keepForeignFiles(besides: files, in: staging)
    try FolderExchange.exchange(staging, with: output)
    try manager.removeItem(at: staging)
  }
}
