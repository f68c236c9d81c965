import DocgenDocModel
import DocgenGround
import Foundation

extension SiteReader {
  func bytes(_ path: String) throws(ReadError) -> [UInt8] {
    do {
      return try [UInt8](contentsOf: root.appending(path: path).path)
    } catch {
      throw .unreadable(path: path, reason: error.systemReason)
    }
  }

  func text(
    _ path: String, diagnostics: inout [Diagnostic]
  ) throws(ReadError) -> SourceFile? {
    try texts([path], diagnostics: &diagnostics).first
  }

  /// Returns text files in order, without those that aren't UTF-8.
  ///
  /// - Parameter unread: returns a file that needn't be read now.
  func texts(
    _ paths: [String], diagnostics: inout [Diagnostic],
    unread: @Sendable (String) -> SourceFile? = { _ in nil }
  ) throws(ReadError) -> [SourceFile] {
    var files: [SourceFile] = []
    let results = paths.concurrentMap { path in
      Result { () throws(ReadError) -> (SourceFile?, Diagnostic?) in
        if let file = unread(path) { return (file, nil) }
        return try text(path)
      }
    }
    for read in results {
      let (file, problem) = try read.get()
      file.map { files.append($0) }
      problem.map { diagnostics.append($0) }
    }
    return files
  }

  func text(
    _ path: String
  ) throws(ReadError) -> (file: SourceFile?, problem: Diagnostic?) {
    let bytes = try bytes(path)
    do {
      return (try SourceFile(path: path, bytes: bytes), nil)
    } catch {
      let place = SourceLocation(file: path, range: SourceRange(at: error.position))
      return (nil, Diagnostic(.init(.invalidUTF8, "\(error)"), at: place))
    }
  }
}
