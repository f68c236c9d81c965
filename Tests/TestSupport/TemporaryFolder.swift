public import Foundation

/// A folder of its own for one test, gone when the test is over.
public final class TemporaryFolder: Sendable {
  /// The folder.
  public let url: URL

  /// Makes an empty folder.
  public init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "docgen-test-\(UUID().uuidString)", directoryHint: .isDirectory)
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Writes a text, making the folders above it.
  public func write(_ text: String, to path: String) throws {
    try write(Array(text.utf8), to: path)
  }

  /// Writes bytes, making the folders above them.
  public func write(_ bytes: [UInt8], to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
  }

  /// The text of a file below the folder; `nil` when there is none.
  public func text(_ path: String) -> String? {
    (try? Data(contentsOf: url.appending(path: path))).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Every file below the folder with its bytes, by path.
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
