import DocgenGround
import Foundation

/// A folder with a unique name, which is removed with its last reference.
///
/// The folder of a build has a lock file next to it, which the system releases however the build
/// ends. The next build thus sees which folders are no longer in use, and removes them.
package final class TemporaryFolder: Sendable {
  /// Its path, without symbolic links.
  package let path: String
  /// The lock of a build's folder.
  private let lock: FileLock?

  private static let prefix = "docgen-build-"

  /// Creates a folder inside another.
  ///
  /// - Throws: `EnvironmentError` when it can't be created.
  package init(in parent: String, named name: String) throws {
    path = "\(Self.resolved(parent))/\(name)-\(UUID().uuidString)"
    lock = nil
    try make(path, permissions: 0o700)
  }

  /// Creates the folder for all of a build's folders, and removes those that killed builds left
  /// next to it.
  ///
  /// - Throws: `EnvironmentError` when it can't be created.
  package init(forBuildIn parent: String) throws {
    let parent = Self.resolved(parent)
    try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    Self.removeLeftovers(in: parent)
    path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
    lock = try EnvironmentError.whileWriting(Self.description) { [path] in
      try FileLock(waitingFor: URL(filePath: "\(path).lock"))
    }
    try make(path, permissions: 0o700)
  }

  deinit {
    Self.remove(path)
    if lock == nil { return }
    lock?.removeFile()
    // When this build began, programs of a killed build may still have been writing.
    Self.removeLeftovers(in: URL(filePath: path).deletingLastPathComponent().path)
  }

  private static let description = "the temporary folder"

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  private func make(_ path: String, permissions: Int) throws {
    try EnvironmentError.whileWriting(Self.description) {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: permissions])
    }
  }

  /// Removes a folder, even with unwritable folders in it.
  private static func remove(_ path: String) {
    if (try? FileManager.default.removeItem(atPath: path)) != nil { return }
    let found = FileManager.default.enumerator(atPath: path)
    while let name = found?.nextObject() as? String {
      guard found?.fileAttributes?[.type] as? FileAttributeType == .typeDirectory else { continue }
      chmod("\(path)/\(name)", 0o700)
    }
    try? FileManager.default.removeItem(atPath: path)
  }

  private static func removeLeftovers(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(".lock") {
      let file = "\(parent)/\(name)"
      guard let lock = FileLock(ifFree: URL(filePath: file)) else { continue }
      let folder = String(file.dropLast(".lock".count))
      remove(folder)
      // A program that still writes into it can create it again; the lock then tells the next
      // build.
      if !FileManager.default.fileExists(atPath: folder) { lock.removeFile() }
    }
    // A lock is created before its folder and removed after it. A folder without one was created
    // again by a compiler that outlived its build.
    for name in names where name.hasPrefix(prefix) && !name.hasSuffix(".lock") {
      let folder = "\(parent)/\(name)"
      if !FileManager.default.fileExists(atPath: "\(folder).lock") { remove(folder) }
    }
  }
}

extension TemporaryFolder {
  /// Returns the environment variables of a program that works here; those added later win.
  package func environment(adding variables: [String: String]...) -> [String: String] {
    let own = [
      "PATH": "/usr/bin:/bin", "HOME": path, "TMPDIR": path, "LANG": "C.UTF-8", "TZ": "UTC",
    ]
    return variables.reduce(own) { $0.merging($1) { _, new in new } }
  }

  /// Writes a file below the folder, and creates the folders between.
  ///
  /// - Throws: `EnvironmentError` when it can't be written, as on a full disk.
  package func write(_ bytes: some Sequence<UInt8>, to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    try EnvironmentError.whileWriting("a temporary file") {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
  }

  /// Creates a folder below this one and returns its path.
  ///
  /// Every program that reaches it may read it, regardless of the author's umask.
  ///
  /// - Throws: `EnvironmentError` when it can't be created.
  package func makeFolder(_ name: String) throws -> String {
    try make("\(path)/\(name)", permissions: 0o755)
    return "\(path)/\(name)"
  }

  /// Tells a full disk from a mistake of the author's, after a program has failed.
  ///
  /// - Throws: `EnvironmentError` when almost no space is left.
  package func checkSpace() throws {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    guard let free = attributes?[.systemFreeSize] as? NSNumber, free.int64Value < 1 << 20 else {
      return
    }
    throw EnvironmentError.unwritable(
      what: Self.description, reason: "there is no space left on its disk")
  }
}
