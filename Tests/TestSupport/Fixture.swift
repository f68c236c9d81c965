public import Foundation
public import Testing

/// A test case: a folder in a test target's `Fixtures`, discovered rather than listed.
public struct Fixture: Sendable, CustomTestStringConvertible {
  /// The folder's path relative to `Fixtures`.
  public let name: String
  /// The folder.
  public let folder: URL

  /// The folder's name in reports.
  public var testDescription: String { name }

  /// Returns every folder directly in the `Fixtures` folder next to a test file.
  ///
  /// - Parameters:
  ///   - subfolder: a folder in `Fixtures` to search instead.
  ///   - file: the test file; by default the caller's.
  public static func all(in subfolder: String = "", beside file: String = #filePath) -> [Fixture] {
    let base = URL(filePath: file).deletingLastPathComponent()
      .appending(path: "Fixtures").appending(path: subfolder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: base.path)) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
      .map { Fixture(name: $0, folder: base.appending(path: $0)) }
  }

  /// The names of the case's files, in order.
  public var files: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
  }

  /// Returns the text of one of the case's files; `nil` when it doesn't exist.
  public func text(_ file: String) -> String? {
    bytes(file).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns the bytes of one of the case's files; `nil` when it doesn't exist.
  public func bytes(_ file: String) -> [UInt8]? {
    (try? Data(contentsOf: folder.appending(path: file))).map { Array($0) }
  }

  /// Compares a result with a file of the case.
  ///
  /// A file that doesn't exist is as good as an empty one.
  ///
  /// With `DOCGEN_UPDATE_GOLDENS=1` in the environment, rewrites the file instead and fails the test, so
  /// that such a run can't pass as a check.
  public func expect(
    _ actual: String, equals file: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let golden = folder.appending(path: file)
    let expected = text(file)
    if ProcessInfo.processInfo.environment["DOCGEN_UPDATE_GOLDENS"] == "1" {
      guard actual != expected ?? "" else { return }
      do {
        if actual.isEmpty {
          try FileManager.default.removeItem(at: golden)
        } else {
          try FileManager.default.createDirectory(
            at: golden.deletingLastPathComponent(), withIntermediateDirectories: true)
          try Data(actual.utf8).write(to: golden)
        }
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
