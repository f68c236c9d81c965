import FileSystem
import Foundation

/// A folder that is made for a piece of work and goes when the last user lets go of it.
final class WorkingFolder: Sendable {
  /// Its path, without symbolic links.
  let path: String

  /// Makes a folder of a fresh name inside another.
  ///
  /// - Throws: `EnvironmentError` when it can't be made.
  init(in parent: String, named prefix: String) throws {
    let parent = URL(filePath: parent).resolvingSymlinksInPath().path
    path = "\(parent)/\(prefix)-\(UUID().uuidString)"
    do {
      // Only this user may look inside.
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw EnvironmentError.unwritable(
        what: "the temporary folder", reason: error.systemReason)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// What a program working here sees of the world.
  var environment: [String: String] {
    [
      "PATH": "/usr/bin:/bin", "HOME": path, "TMPDIR": path, "LANG": "C.UTF-8", "TZ": "UTC",
    ]
  }

  /// Writes a file below the folder, making the folders between.
  ///
  /// - Throws: `EnvironmentError` when it can't be written, as on a full disk.
  func write(_ bytes: [UInt8], to name: String) throws {
    let file = URL(filePath: "\(path)/\(name)")
    do {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    } catch {
      throw EnvironmentError.unwritable(
        what: "a temporary file", reason: error.systemReason)
    }
  }

  /// Tells a full disk from a mistake of the author's, when a program has failed.
  ///
  /// - Throws: `EnvironmentError` when there is next to no space left.
  func checkSpace() throws {
    let attributes = try? FileManager.default.attributesOfFileSystem(forPath: path)
    guard let free = attributes?[.systemFreeSize] as? NSNumber, free.int64Value < 1 << 20 else {
      return
    }
    throw EnvironmentError.unwritable(
      what: "the temporary folder", reason: "there is no space left on its disk")
  }

  /// Makes a folder below this one and gives its path; everybody who gets here may read it, whatever the
  /// author's umask.
  ///
  /// - Throws: `EnvironmentError` when it can't be made.
  func makeFolder(_ name: String) throws -> String {
    do {
      try FileManager.default.createDirectory(
        atPath: "\(path)/\(name)", withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o755])
    } catch {
      throw EnvironmentError.unwritable(
        what: "the temporary folder", reason: error.systemReason)
    }
    return "\(path)/\(name)"
  }
}
