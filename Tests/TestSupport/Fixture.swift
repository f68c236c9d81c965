public import Foundation
public import Testing

/// One test case: a folder below a test target's `Fixtures`, found rather than listed.
public struct Fixture: Sendable, CustomTestStringConvertible {
  /// The folder's path below `Fixtures`.
  public let name: String
  /// The folder.
  public let folder: URL

  /// The folder's name, as reports show it.
  public var testDescription: String { name }

  /// Every folder directly below the `Fixtures` folder beside a test file.
  ///
  /// - Parameters:
  ///   - subfolder: a folder below `Fixtures` to look in.
  ///   - file: the test file; the caller's own.
  public static func all(in subfolder: String = "", beside file: String = #filePath) -> [Fixture] {
    let base = URL(filePath: file).deletingLastPathComponent()
      .appending(path: "Fixtures").appending(path: subfolder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
      .map { Fixture(name: $0, folder: base.appending(path: $0)) }
  }

  /// The text of one of the case's files; `nil` when it has no such file.
  public func text(_ file: String) -> String? {
    bytes(file).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of one of the case's files; `nil` when it has no such file.
  public func bytes(_ file: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: file))).map { Array($0) }
  }

  /// Holds a result against a file of the case.
  ///
  /// With `DOCGEN_UPDATE_GOLDENS=1` in the environment the file is rewritten instead, and the test
  /// fails so that such a run cannot pass for a check.
  public func expect(
    _ actual: String, equals file: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let golden = folder.appending(path: file)
    let expected = text(file)
    if ProcessInfo.processInfo.environment["DOCGEN_UPDATE_GOLDENS"] == "1" {
      guard expected != actual else { return }
      do {
        try FileManager.default.createDirectory(
          at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(actual.utf8).write(to: golden)
        Issue.record("rewrote \(name)/\(file)", sourceLocation: sourceLocation)
      } catch {
        Issue.record(error, sourceLocation: sourceLocation)
      }
      return
    }
    #expect(
      actual == expected ?? "", "\(name)/\(file) differs; DOCGEN_UPDATE_GOLDENS=1 rewrites it",
      sourceLocation: sourceLocation)
  }
}
