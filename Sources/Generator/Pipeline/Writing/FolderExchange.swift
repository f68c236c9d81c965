import CFileExchange
import Foundation

/// Puts one folder in another's place.
enum FolderExchange {
  /// Exchanges two folders of one file system.
  ///
  /// Linux does it in one step. Where the system or the file system cannot, the old folder steps
  /// aside first, and comes back if the new one cannot take its place.
  static func exchange(_ new: URL, _ old: URL) throws {
    if docgen_exchange(new.path, old.path) == 0 { return }
    try exchangeInSteps(new, old)
  }

  private static func exchangeInSteps(_ new: URL, _ old: URL) throws {
    let manager = FileManager.default
    let aside = old.deletingLastPathComponent()
      .appending(path: ".\(old.lastPathComponent).docgen-old", directoryHint: .isDirectory)
    try? manager.removeItem(at: aside)
    try manager.moveItem(at: old, to: aside)
    do {
      try manager.moveItem(at: new, to: old)
    } catch {
      try manager.moveItem(at: aside, to: old)
      throw error
    }
    try manager.moveItem(at: aside, to: new)
  }
}
