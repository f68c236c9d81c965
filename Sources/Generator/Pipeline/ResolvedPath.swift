public import Foundation

extension URL {
  /// The file itself, by a path without links and `..`.
  public var resolved: URL { standardizedFileURL.resolvingSymlinksInPath() }

  /// Whether a file or folder is in this folder once links are followed; the folder's own path must
  /// have none.
  func contains(_ file: URL) -> Bool { (file.resolved.path + "/").hasPrefix(path + "/") }
}
