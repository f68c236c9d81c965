import DocgenGround
import DocgenHashing
import Foundation

/// A folder of cached texts that take long to make.
struct TextCache: Sendable {
  let folder: URL

  /// Returns the text that was cached with the same inputs, or makes it.
  ///
  /// The first line of a file is a hash of its inputs, of this program and of its text, so a
  /// damaged file isn't believed.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - inputs: everything that the text depends on, except this program.
  /// - Throws: the errors of `make`; a file that can't be written is no error.
  func text(
    _ name: String, from inputs: [String], make: () async throws -> String
  ) async throws -> String {
    let program = Bundle.main.executablePath.flatMap { FileState($0)?.description } ?? "missing"
    func seal(_ text: String) -> String { ContentHash.of([program] + inputs + [text]) }
    let file = folder.appending(path: name)
    if let cached = try? String(contentsOf: file, encoding: .utf8),
      let end = cached.firstIndex(of: "\n")
    {
      let text = String(cached[end...].dropFirst())
      if cached[..<end] == seal(text) { return text }
    }
    let text = try await make()
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? Data("\(seal(text))\n\(text)".utf8).write(to: file, options: .atomic)
    return text
  }
}
