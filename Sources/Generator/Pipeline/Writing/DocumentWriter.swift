import DocgenGround
public import Foundation

/// Replaces a document with its updated text, atomically.
public struct DocumentWriter: Sendable {
  /// The reasons for leaving a document unchanged.
  public enum Refusal: Error, Sendable, Hashable {
    /// It is a link to a file outside the folder.
    case outside
    /// It has changed since it was read.
    case changed
  }

  private let root: URL
  private let folder: String

  /// Creates a writer of the documents below a folder of a site.
  ///
  /// - Parameters:
  ///   - root: the site's folder.
  ///   - folder: the folder below it that all documents must be in.
  public init(root: URL, folder: String = "content") {
    self.root = root.standardizedFileURL.resolvingSymlinksInPath()
    self.folder = folder
  }

  /// Returns the current bytes of a document.
  ///
  /// - Throws: `Refusal.outside`, and Foundation's error for a file that can't be read.
  public func bytes(of path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try file(path)))
  }

  /// Replaces a document and keeps its permissions; readers see either the old text or the new.
  ///
  /// - Throws: `Refusal`, and Foundation's error for a folder that can't be written.
  public func replace(_ path: String, from old: [UInt8], with new: [UInt8]) throws {
    let file = try file(path)
    let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[
      .posixPermissions]
    let beside = file.deletingLastPathComponent()
      .appending(path: ".docgen-\(UUID().uuidString)")
    do {
      try Data(new).write(to: beside)
      if let permissions {
        try FileManager.default.setAttributes(
          [.posixPermissions: permissions], ofItemAtPath: beside.path)
      }
      guard Array(try Data(contentsOf: file)) == old else { throw Refusal.changed }
      guard rename(beside.path, file.path) == 0 else {
        throw POSIXError.last
      }
    } catch {
      try? FileManager.default.removeItem(at: beside)
      throw error
    }
  }

  /// Returns the file itself, with links resolved.
  private func file(_ path: String) throws -> URL {
    let file = root.appending(path: path).resolvingSymlinksInPath()
    let allowed = root.appending(path: folder).resolvingSymlinksInPath().path + "/"
    guard file.path.hasPrefix(allowed), allowed.hasPrefix(root.path + "/") else {
      throw Refusal.outside
    }
    return file
  }
}
