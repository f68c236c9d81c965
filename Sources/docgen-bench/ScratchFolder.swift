import Foundation

/// A folder for the time of one piece of work.
struct ScratchFolder: Sendable {
  /// Where it lies.
  let url: URL

  /// Makes an empty folder of a fresh name inside another, and removes it when the work is over,
  /// however it ends.
  static func use<Result>(
    in parent: URL, _ work: (ScratchFolder) async throws -> Result
  ) async throws -> Result {
    let url = parent.resolvingSymlinksInPath()
      .appending(path: "docgen-bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: url) }
    return try await work(ScratchFolder(url: url))
  }

  /// Writes a text, making the folders above it.
  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }
}
