import Foundation
import Highlighting
import JOSE
import Samples

/// The colours of code that earlier builds found, in one file: to open the compiler's parser and to read the
/// language files takes longer than all the rest of a build in which nothing changed.
///
/// They hold for as long as nothing touches the files that decide them: this program, the parser, and the
/// language files. The file is believed only if it is what was written.
struct ColouringCache: Sendable {
  /// Where the colours lie; `nil` to keep none.
  private let file: URL?
  private let identity: String
  /// What the file held.
  private let known: [String: String]
  /// What this build has used.
  private var used: [String: String] = [:]

  /// Changes with the layout of the file.
  private static let version = "docgen colours 1"

  /// Reads what is kept for a highlighter.
  init(file: URL?, for highlighter: Highlighter) {
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path
    let files = [program ?? CommandLine.arguments[0]] + highlighter.files
    self.file = file
    identity = Self.hash(files.map { "\($0) \(FileState($0)?.description ?? "missing")" })
    let bytes = file.flatMap { FileManager.default.contents(atPath: $0.path) } ?? Data()
    known = Self.entries(in: [UInt8](bytes), for: identity)
  }

  /// The name of a block's colours.
  static func key(of code: String, language: String) -> String { hash([language, code]) }

  /// The HTML of a block that an earlier build coloured.
  mutating func html(for key: String) -> String? {
    guard let html = used[key] ?? known[key] else { return nil }
    used[key] = html
    return html
  }

  /// Keeps the HTML of a block.
  mutating func keep(_ html: String, for key: String) { used[key] = html }

  /// Writes what this build has used, if that isn't what is there.
  ///
  /// - Throws: when the file can't be written.
  func save() throws {
    guard let file, used != known else { return }
    var body = ""
    for (key, html) in used.sorted(by: { $0.key < $1.key }) {
      body += "\(key) \(html.utf8.count)\n\(html)\n"
    }
    let text = "\(Self.version)\n\(identity)\n\(Self.hash([body]))\n\(body)"
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  private static func hash(_ parts: [String]) -> String {
    Digest.sha256.hex(parts.flatMap { Array("\($0.utf8.count) ".utf8) + Array($0.utf8) })
  }

  /// The entries of a file; none when it is another program's or damaged.
  private static func entries(in bytes: [UInt8], for identity: String) -> [String: String] {
    var rest = bytes[...]
    func line() -> String {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      return String(decoding: line, as: UTF8.self)
    }
    guard line() == version, line() == identity else { return [:] }
    let seal = line()
    guard seal == hash([String(decoding: rest, as: UTF8.self)]) else { return [:] }
    var entries: [String: String] = [:]
    while !rest.isEmpty {
      let words = line().split(separator: " ")
      guard words.count == 2, let count = Int(words[1]), count < rest.count else { return [:] }
      entries[String(words[0])] = String(decoding: rest.prefix(count), as: UTF8.self)
      rest = rest.dropFirst(count + 1)
    }
    return entries
  }
}
