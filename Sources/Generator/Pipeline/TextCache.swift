import DocgenGround
import DocgenHashing
import DocgenSamples
import Foundation

/// A file of cached texts, each under a hash of its inputs.
///
/// The texts are valid until this program changes. The checksum in the file detects damage.
struct TextCache: Sendable {
  /// The file; `nil` to cache nothing.
  private let file: URL?
  private let identity: String
  /// The texts in the file.
  private let known: [String: String]
  /// The texts that this build has used.
  private var used: [String: String] = [:]

  /// Must change with the layout of the file.
  private static let version = "docgen texts 1"

  /// Reads the cached texts.
  init(file: URL?) {
    let program = Bundle.main.executableURL?.resolvingSymlinksInPath().path
    self.file = file
    let state = FileState(program ?? CommandLine.arguments[0])
    identity = Self.key(of: [state?.description ?? "missing"])
    let bytes = file.flatMap { FileManager.default.contents(atPath: $0.path) } ?? Data()
    known = Self.entries(in: [UInt8](bytes), for: identity)
  }

  /// Returns the key for some inputs.
  static func key(of ingredients: [String]) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(ingredients.reduce(0) { $0 + $1.utf8.count + 8 })
    for text in ingredients {
      bytes += "\(text.utf8.count) ".utf8
      bytes += text.utf8
    }
    return Digest.sha256.hex(bytes)
  }

  /// Returns a cached text.
  mutating func text(for key: String) -> String? {
    guard let text = used[key] ?? known[key] else { return nil }
    used[key] = text
    return text
  }

  /// Caches a text.
  mutating func store(_ text: String, for key: String) { used[key] = text }

  /// Writes the texts that this build has used, if the file differs.
  ///
  /// - Throws: when the file can't be written.
  func save() throws {
    guard let file, used != known else { return }
    var body = ""
    for (key, text) in used.sorted(by: { $0.key < $1.key }) {
      body += "\(key) \(text.utf8.count)\n\(text)\n"
    }
    let text = "\(Self.version)\n\(identity)\n\(Self.key(of: [body]))\n\(body)"
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file, options: .atomic)
  }

  /// Returns the entries of a file; none when it is damaged or from another program.
  private static func entries(in bytes: [UInt8], for identity: String) -> [String: String] {
    var rest = bytes[...]
    func line() -> String {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      return String(decoding: line, as: UTF8.self)
    }
    guard line() == version, line() == identity else { return [:] }
    let seal = line()
    guard seal == key(of: [String(decoding: rest, as: UTF8.self)]) else { return [:] }
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
