import Foundation

extension URL {
  /// The file itself, by a path without links and `..`.
  var resolved: URL { standardizedFileURL.resolvingSymlinksInPath() }

  /// Whether a file or folder is in this folder, whose path has no links, and not behind a link out
  /// of it.
  func contains(_ file: URL) -> Bool { (file.resolved.path + "/").hasPrefix(path + "/") }
}
