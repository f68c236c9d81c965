import Foundation
import Ground

/// A folder with a fresh name, which is removed when its last user lets go of it.
///
/// That of a whole build holds a lock beside it while it lives, whatever ends the build. So the next
/// build sees which folders nobody needs any more, and removes them.
package final class TemporaryFolder: Sendable {
  /// Its path, without symbolic links.
  package let path: String
  /// The lock of a build's folder.
  private let lock: FileLock?

  private static let prefix = "docgen-build-"

  /// Makes a folder inside another.
  ///
  /// - Throws: `EnvironmentError` when it can't be made.
  package init(in parent: String, named name: String) throws {
    path = "\(Self.resolved(parent))/\(name)-\(UUID().uuidString)"
    lock = nil
    try make(path, permissions: 0o700)
  }

  /// Makes the folder for all of a build's others, and removes what killed builds left beside it.
  ///
  /// - Throws: `EnvironmentError` when it can't be made.
  package init(forBuildIn parent: String) throws {
    let parent = Self.resolved(parent)
    try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    Self.removeLeftovers(in: parent)
    path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
    do {
      lock = try FileLock(waitingFor: URL(filePath: "\(path).lock"))
    } catch {
      throw EnvironmentError.unwritable(what: Self.description, reason: error.systemReason)
    }
    try make(path, permissions: 0o700)
  }

  deinit {
    Self.remove(path)
    if lock == nil { return }
    lock?.removeFile()
    // What a killed build started may have been writing still when this one began.
    Self.removeLeftovers(in: URL(filePath: path).deletingLastPathComponent().path)
  }

  private static let description = "the temporary folder"

  private static func resolved(_ path: String) -> String {
    URL(filePath: path).resolvingSymlinksInPath().path
  }

  private func make(_ path: String, permissions: Int) throws {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: permissions])
    } catch {
      throw EnvironmentError.unwritable(what: Self.description, reason: error.systemReason)
    }
  }

  /// Removes a folder, also what was made unwritable in it.
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
      // A program that still writes into it can bring it back; the lock tells the next build of it.
      if !FileManager.default.fileExists(atPath: folder) { lock.removeFile() }
    }
    // A lock is made before its folder and goes after it: without one, a compiler that outlived its
    // build has made the folder again.
    for name in names where name.hasPrefix(prefix) && !name.hasSuffix(".lock") {
      let folder = "\(parent)/\(name)"
      if !FileManager.default.fileExists(atPath: "\(folder).lock") { remove(folder) }
    }
  }
}

extension TemporaryFolder {
  /// The variables of a program that works here.
  package var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": path, "TMPDIR": path, "LANG": "C.UTF-8", "TZ": "UTC",
    ]
  }

  /// Writes a file below the folder, making the folders between.
  ///
  /// - Throws: `EnvironmentError` when it can't be written, as on a full disk.
  package func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    } catch {
      throw EnvironmentError.unwritable(what: "a temporary file", reason: error.systemReason)
    }
  }

  /// Makes a folder below this one and returns its path; every program that gets here may read it,
  /// whatever the author's umask.
  ///
  /// - Throws: `EnvironmentError` when it can't be made.
  package func makeFolder(_ name: String) throws -> String {
    try make("\(path)/\(name)", permissions: 0o755)
    return "\(path)/\(name)"
  }

  /// Distinguishes a full disk from a mistake of the author's, when a program has failed.
  ///
  /// - Throws: `EnvironmentError` when there is next to no space left.
  package func checkSpace() throws {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    guard let free = attributes?[.systemFreeSize] as? NSNumber, free.int64Value < 1 << 20 else {
      return
    }
    throw EnvironmentError.unwritable(
      what: Self.description, reason: "there is no space left on its disk")
  }
}
