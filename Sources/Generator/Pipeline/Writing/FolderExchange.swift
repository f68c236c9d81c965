import CDocgenFileExchange
import Foundation

/// Replaces one folder with another.
enum FolderExchange {
  /// Exchanges two folders of one file system.
  ///
  /// Linux does this atomically. Where the system or the file system can't, the old folder is moved
  /// aside first, and back again if the new one can't be moved.
  static func exchange(_ new: URL, with old: URL) throws {
    if docgen_exchange(new.path, old.path) == 0 { return }
    try exchangeInSteps(new, with: old)
  }

  private static func exchangeInSteps(_ new: URL, with old: URL) throws {
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
