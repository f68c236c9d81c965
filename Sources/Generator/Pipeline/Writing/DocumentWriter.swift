import DocgenGround
import DocgenProcesses
public import Foundation

/// Replaces a document with its updated text, atomically.
public struct DocumentWriter: Sendable {
  /// The reasons for leaving a document unchanged.
  public enum Refusal: String, Error, Sendable, Hashable, CustomStringConvertible {
    /// It is a link to a file outside the folder.
    case outside =
      "this page is a link to a file outside the site, which is not written; correct it there"
    /// It has changed since it was read.
    case changed = "the file was changed during the build; build again"
    /// It is read-only.
    case readOnly = "this file is read-only and is not updated; make it writable"

    /// What is wrong and what to do.
    public var description: String { rawValue }
  }

  private let root: URL

  /// Creates a writer of the documents in a site's folder.
  public init(root: URL) {
    self.root = root.resolved
  }

  /// Returns the current bytes of a document.
  ///
  /// - Throws: `Refusal.outside`, and an error that names a file that can't be read.
  public func bytes(of path: String) throws -> [UInt8] {
    let file = try file(path)
    do {
      return Array(try Data(contentsOf: file))
    } catch {
      throw SiteReader.ReadError.unreadable(path: path, reason: error.systemReason)
    }
  }

  /// Replaces a document and keeps its permissions; readers see either the old text or the new.
  ///
  /// - Throws: `Refusal`, and an error that names a file that can't be written.
  public func replace(_ path: String, from old: [UInt8], with new: [UInt8]) throws {
    let file = try file(path)
    let permissions =
      try? FileManager.default.attributesOfItem(atPath: file.path)[
        .posixPermissions] as? Int
    // Replacing a file needs no permission to write it.
    if let permissions, permissions & 0o222 == 0 || access(file.path, W_OK) != 0 {
      throw Refusal.readOnly
    }
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
      if error is Refusal { throw error }
      throw EnvironmentError.unwritable(what: "'\(path)'", reason: error.systemReason)
    }
  }

  /// Returns the file itself, with links resolved.
  private func file(_ path: String) throws -> URL {
    let file = root.appending(path: path)
    guard root.contains(file) else { throw Refusal.outside }
    return file.resolved
  }
}
