import FileSystem
import Foundation

/// The folder that all of a build's temporary folders lie in.
///
/// A lock beside it is held while the build lives, whatever ends it. So the next build sees which
/// folders nobody needs any more, and removes them.
final class BuildFolder: Sendable {
  /// Its path, without symbolic links.
  let path: String
  private let lock: FileLock

  private static let prefix = "docgen-build-"

  /// Makes a folder of a fresh name inside another, and removes what killed builds left there.
  ///
  /// - Throws: `EnvironmentError` when it can't be made.
  init(in parent: String) throws {
    let parent = URL(filePath: parent).resolvingSymlinksInPath().path
    try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
    Self.removeLeftovers(in: parent)
    path = "\(parent)/\(Self.prefix)\(UUID().uuidString)"
    do {
      lock = try FileLock(waitingFor: URL(filePath: "\(path).lock"))
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw EnvironmentError.unwritable(
        what: "the temporary folder", reason: error.systemReason)
    }
  }

  deinit {
    Self.remove(path)
    lock.removeFile()
    // What a killed build started may have been writing still when this one began.
    Self.removeLeftovers(in: URL(filePath: path).deletingLastPathComponent().path)
  }

  private static func removeLeftovers(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) && name.hasSuffix(".lock") {
      let file = "\(parent)/\(name)"
      guard let lock = FileLock(ifFree: URL(filePath: file)) else { continue }
      let folder = String(file.dropLast(".lock".count))
      remove(folder)
      // Whoever still writes into it can bring it back; the lock tells the next build of it.
      if !FileManager.default.fileExists(atPath: folder) { lock.removeFile() }
    }
    // A lock is made before its folder and goes after it: without one, a compiler that outlived its
    // build has made the folder again.
    for name in names where name.hasPrefix(prefix) && !name.hasSuffix(".lock") {
      let folder = "\(parent)/\(name)"
      if !FileManager.default.fileExists(atPath: "\(folder).lock") { remove(folder) }
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
}
