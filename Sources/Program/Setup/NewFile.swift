import DocgenProcesses
import Foundation

/// A file that a command writes into a site's folder.
struct NewFile {
  let path: String
  /// The site's folder.
  let root: URL

  /// Writes the file, and says so.
  func write(_ text: String) throws {
    let file = root.appending(path: path)
    try EnvironmentError.whileWriting("'\(file.path)'") {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file, options: .atomic)
    }
    print("wrote \(path)")
  }
}
