public import Foundation

/// A separate folder for a test, removed when the object is deallocated.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Creates an empty folder, by default where the system's temporary files are.
  public init(in parent: URL = FileManager.default.temporaryDirectory) throws {
    url =
      parent
      .appending(path: "docgen-test-\(UUID().uuidString)", directoryHint: .isDirectory)
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes text, creating the folders above the file.
  public func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes, creating the folders above the file.
  public func write(_ bytes: [UInt8], to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// Returns the text of a file in the folder; `nil` when it doesn't exist.
  public func text(_ path: String) -> String? {
    (try? Data(contentsOf: url.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns every file in the folder with its bytes, by path.
  public func snapshot() -> [String: [UInt8]] {
    let found = FileManager.default.enumerator(atPath: url.path)
    var files: [String: [UInt8]] = [:]
    while let path = found?.nextObject() as? String {
      let file = url.appending(path: path)
      if let data = try? Data(contentsOf: file) { files[path] = Array(data) }
    }
    return files
  }
}
