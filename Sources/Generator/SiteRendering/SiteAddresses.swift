import DocgenGround
import Foundation

/// The paths of the site's files, so that none is written twice or also needed as a folder.
struct SiteAddresses {
  /// A file's path, and who wants it.
  private struct Claim {
    var path: String
    var source: String
    var location: SourceLocation
  }

  /// The claims to files, by their path below the output folder in one case and Unicode form.
  private var files: [String: Claim] = [:]
  /// The claims to files in folders, by the folder's path.
  private var folders: [String: Claim] = [:]

  /// Reserves a path for a source, which messages name.
  ///
  /// - Returns: why the path isn't available; `nil` if it is now reserved.
  mutating func reserve(
    _ path: String, for source: String, at location: SourceLocation
  ) -> Diagnostic? {
    let claim = Claim(path: path, source: source, location: location)
    func problem(_ message: Diagnostic.Message, other: Claim?) -> Diagnostic {
      let known = other.map(\.location).flatMap { $0.range == nil ? nil : $0 }
      let notes = known.map { [Diagnostic.Note("the other one is here", at: $0)] }
      return Diagnostic(message, at: location, notes: notes ?? [])
    }
    // Hidden files stay in the output folder, because docgen may not have written them.
    let top = path.prefix { $0 != "/" }
    if top == ".docgen" || top == ".git" { return problem(.permalinkHidden(path), other: nil) }
    let key = Self.key(of: path)
    if let other = files[key] {
      return problem(
        other.path == path
          ? .permalinkCollision(path, with: other.source)
          : .permalinkSimilar(path, to: other.path, of: other.source), other: other)
    }
    if let other = folders[key] {
      return problem(.permalinkIsFolder(path, of: other.source), other: other)
    }
    var parents: [String] = []
    var rest = path[...]
    while let slash = rest.utf8.lastIndex(of: UInt8(ascii: "/")) {
      rest = rest[..<slash]
      let parent = Self.key(of: String(rest))
      // No file is at the path of a folder, or above.
      if folders[parent] != nil { break }
      if let other = files[parent] {
        let message = Diagnostic.Message.permalinkBelowFile(
          path, below: String(rest), of: other.source)
        return problem(message, other: other)
      }
      parents.append(parent)
    }
    files[key] = claim
    for parent in parents { folders[parent] = claim }
    return nil
  }

  /// Returns the same text for paths that some file systems take for one.
  private static func key(of path: String) -> String {
    path.utf8.allSatisfy { $0 < 0x80 }
      ? path.lowercased() : path.precomposedStringWithCanonicalMapping.lowercased()
  }

  /// Returns the first part of a path that Windows can't hold; `nil` if there is none.
  static func unportableName(in path: String) -> Substring? {
    let name = path.utf8.split(separator: UInt8(ascii: "/")).first { name in
      let stem = name.prefix { $0 != UInt8(ascii: ".") }
      return name.contains { "<>:\"|?*\\".utf8.contains($0) } || name.last == UInt8(ascii: " ")
        || name.last == UInt8(ascii: ".")
        || (3...5).contains(stem.count) && devices.contains(Substring(stem).lowercased())
    }
    return name.map { Substring($0) }
  }

  private static let devices = Set(
    ["aux", "con", "nul", "prn"] + "0123456789¹²³".flatMap { ["com\($0)", "lpt\($0)"] })
}

extension Diagnostic.Message {
  static func permalinkCollision(_ path: String, with other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(other)' is written to '\(path)' too; give one of them another address")
  }

  static func permalinkSimilar(_ path: String, to known: String, of other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(path)' and '\(known)', which '\(other)' is written to, are one file on many systems; "
        + "give one of them another name")
  }

  static func unportableName(_ name: Substring) -> Self {
    Self(
      .unportableName, .warning,
      "no file can be called '\(name)' on Windows; give it another name")
  }

  static func permalinkIsFolder(_ path: String, of other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(path)' cannot be a file: '\(other)' needs it as a folder; end the permalink in '/'")
  }

  static func permalinkBelowFile(_ path: String, below file: String, of other: String) -> Self {
    Self(
      .permalinkCollision,
      "'\(path)' cannot be written: '\(file)' is a file, which '\(other)' is written to; "
        + "give one of them another address")
  }

  static func permalinkHidden(_ path: String) -> Self {
    Self(
      .permalinkEscapes,
      "'\(path)' is reserved; name another path")
  }
}
