import Foundation

/// A temporary folder.
struct ScratchFolder: Sendable {
  /// The location of the folder.
  let url: URL

  /// Creates an empty folder with a unique name, and removes it when the function returns or
  /// throws.
  static func use<Result>(
    _ work: (ScratchFolder) async throws -> Result
  ) async throws -> Result {
    let url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
      .appending(path: "docgen-bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await work(ScratchFolder(url: url))
  }

  /// Writes a text, and creates the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
