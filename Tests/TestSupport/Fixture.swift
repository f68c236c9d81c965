import Foundation
import Synchronization
public import Testing

/// A test case: a file in a test target's `Fixtures`, discovered rather than listed.
///
/// A file contains the inputs of the case and then what is expected of them. Each of these parts
/// follows a line `-- NAME --`; a part without such a line, which the file may begin with, has the
/// name `""`, and its lines have the numbers that diagnostics mention. The line end before a
/// `-- NAME --` isn't part of the text, so an empty line there means that the text ends with a line
/// end.
public struct Fixture: Sendable, CustomTestStringConvertible {
  /// One of the texts of a case.
  public typealias Part = (name: String, bytes: [UInt8])

  /// The file's name without its extension.
  public let name: String
  private let file: URL
  /// The texts in the order of the file.
  public let parts: [Part]

  /// The file's name in reports.
  public var testDescription: String { name }

  private init(_ file: URL) {
    self.file = file
    name = file.deletingPathExtension().lastPathComponent
    parts = Self.parts(of: file)
  }

  /// Returns every case in the `Fixtures` folder next to a test file.
  ///
  /// - Parameters:
  ///   - subfolder: a folder in `Fixtures` to search instead.
  ///   - test: the test file; by default the caller's.
  public static func all(in subfolder: String = "", beside test: String = #filePath) -> [Fixture] {
    let folder = URL(filePath: test).deletingLastPathComponent()
      .appending(path: "Fixtures").appending(path: subfolder)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let cases = names.filter { $0.hasSuffix(".txt") || $0.hasSuffix(".md") }.sorted()
    precondition(!cases.isEmpty, "no fixtures in \(folder.path)")
    return cases.map { Fixture(folder.appending(path: $0)) }
  }

  /// Returns the case of a name, such as `Samples`, in the `Fixtures` folder next to a test file.
  public static func named(_ name: String, beside test: String = #filePath) throws -> Fixture {
    try #require(all(beside: test).first { $0.name == name })
  }

  /// The parts before the first one whose name begins with `expected`.
  public var inputs: ArraySlice<Part> { parts.prefix { !$0.name.hasPrefix("expected") } }

  /// Returns the text of a part; `nil` when it doesn't exist.
  public func text(_ part: String = "") -> String? {
    parts.first { $0.name == part }.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// Compares a result with a part of the case.
  ///
  /// A part that doesn't exist is as good as an empty one.
  ///
  /// With `DOCGEN_UPDATE_GOLDENS=1` in the environment, rewrites the part instead and fails the
  /// test, so that such a run can't pass as a check.
  public func expect(
    _ actual: String, equals part: String = "expected",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let expected = text(part) ?? ""
    guard ProcessInfo.processInfo.environment["DOCGEN_UPDATE_GOLDENS"] == "1" else {
      #expect(
        actual == expected, "\(name): \(part) differs; DOCGEN_UPDATE_GOLDENS=1 rewrites it",
        sourceLocation: sourceLocation)
      return
    }
    guard actual != expected else { return }
    #expect(throws: Never.self, sourceLocation: sourceLocation) { try rewrite(part, to: actual) }
    Issue.record("rewrote \(part) of \(name)", sourceLocation: sourceLocation)
  }

  /// Several tests may rewrite parts of the same file.
  private static let rewriting = Mutex(())

  private func rewrite(_ part: String, to text: String) throws {
    try Self.rewriting.withLock { _ in
      var parts = Self.parts(of: file)
      let index = parts.firstIndex { $0.name == part } ?? parts.endIndex
      parts.replaceSubrange(
        index..<min(index + 1, parts.endIndex), with: text.isEmpty ? [] : [(part, Array(text.utf8))]
      )
      let texts = parts.map { ($0.name.isEmpty ? [] : Array("-- \($0.name) --\n".utf8)) + $0.bytes }
      try Data(texts.joined(separator: "\n".utf8)).write(to: file)
    }
  }

  private static func parts(of file: URL) -> [Part] {
    guard let data = try? Data(contentsOf: file) else { return [] }
    var parts: [(name: String, lines: [Data])] = []
    for line in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      if line.starts(with: "-- ".utf8), line.suffix(3).elementsEqual(" --".utf8) {
        parts.append((String(decoding: line.dropFirst(3).dropLast(3), as: UTF8.self), []))
      } else {
        if parts.isEmpty { parts.append(("", [])) }
        parts[parts.count - 1].lines.append(line)
      }
    }
    return parts.map { ($0.name, Array($0.lines.joined(separator: "\n".utf8))) }
  }
}

extension TemporaryFolder {
  /// Writes parts of a case to files of their names.
  public func write(_ parts: some Sequence<Fixture.Part>, to path: String = ".") throws {
    for part in parts { try write(part.bytes, to: "\(path)/\(part.name)") }
  }
}
