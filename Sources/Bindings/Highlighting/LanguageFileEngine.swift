import CDocgenSourceHighlight
import Foundation

/// Tokenizes code with GNU source-highlight's language files.
///
/// Only one thread at a time may call it.
final class LanguageFileEngine: @unchecked Sendable {
  /// The source of a language file.
  enum File: Sendable, Hashable {
    /// A file of the library, by its name: `java.lang`.
    case installed(String)
    /// One of our files: its name and text.
    case embedded(name: String, text: String)
  }

  private let handle: OpaquePointer
  private let installedFiles: String
  /// The folder for an embedded file while the library loads it, because the library reads files
  /// only.
  ///
  /// The path also identifies the file in the library's cache.
  private let loadingFolder: String
  private var loadedFiles: Set<String> = []

  /// The maximum number of bytes searched per block; about two seconds of work.
  private let budget: UInt64 = 20_000_000

  init(installedFiles: URL, temporaryFolder: URL) throws(HighlighterError) {
    let names = ElementName.all.map { strdup($0) }
    defer { for name in names { free(name) } }
    let pointers = names.map { UnsafePointer($0) }
    guard let handle = docgen_highlighter_create(pointers, pointers.count) else {
      throw .outOfMemory
    }
    self.handle = handle
    self.installedFiles = installedFiles.path
    loadingFolder =
      temporaryFolder.appendingPathComponent("docgen-languages-\(UUID().uuidString)").path
  }

  deinit { docgen_highlighter_free(handle) }

  /// Highlights a block with a language file; `kinds` overrides elements for this language.
  func highlight(
    _ code: String, by file: File, kinds: [String: TokenKind] = [:]
  ) throws(EngineError) -> MarkedCode {
    let (folder, name) = try locate(file)
    var progress = Progress(
      kinds: zip(ElementName.all, ElementName.allKinds).map {
        kinds.isEmpty ? $1 : kinds[$0] ?? $1
      },
      marked: MarkedCode(code: code))
    var message = ErrorMessage()
    let status = withUnsafeMutablePointer(to: &progress) { progress in
      withCharacters(of: code) { characters in
        docgen_highlighter_run(
          handle, folder, name, characters.baseAddress, characters.count, budget,
          { context, element, length in
            context?.assumingMemoryBound(to: Progress.self).pointee.add(element, length: length)
          }, progress, &message.bytes, message.bytes.count)
      }
    }
    try EngineError.check(status, message: message.text)
    return progress.marked
  }

  /// Returns the folder and name of a file in the library, loading an embedded one if needed.
  private func locate(_ file: File) throws(EngineError) -> (folder: String, name: String) {
    switch file {
    case .installed(let name):
      return (installedFiles, name)
    case .embedded(let name, let text):
      if !loadedFiles.contains(name) {
        try load(name, text: text)
        loadedFiles.insert(name)
      }
      return (loadingFolder, name)
    }
  }

  private func load(_ name: String, text: String) throws(EngineError) {
    let files = FileManager.default
    do {
      try files.createDirectory(atPath: loadingFolder, withIntermediateDirectories: false)
    } catch {
      throw .failed("no folder for language files: \(error.localizedDescription)")
    }
    defer { try? files.removeItem(atPath: loadingFolder) }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: "\(loadingFolder)/\(name)"))
    } catch {
      throw .failed("language file \(name): \(error.localizedDescription)")
    }
    var message = ErrorMessage()
    let status = docgen_highlighter_load(
      handle, loadingFolder, name, &message.bytes, message.bytes.count)
    try EngineError.check(status, message: message.text)
  }
}

/// Collects the ranges that the C callback reports; they follow each other without gaps.
private struct Progress {
  let kinds: [TokenKind]
  var marked: MarkedCode
  var offset = 0

  mutating func add(_ element: Int, length: Int) {
    if kinds.indices.contains(element), kinds[element] != .plain {
      marked.mark(offset..<offset + length, as: kinds[element])
    }
    offset += length
  }
}

/// The element names in source-highlight's language files, from its `default.style`.
///
/// Files may use other names; those elements stay plain.
enum ElementName {
  static let kinds: [String: TokenKind] = [
    "keyword": .keyword,
    "type": .type, "usertype": .type, "classname": .type,
    "string": .string, "specialchar": .escape, "escape": .escape, "regexp": .regex,
    "number": .number,
    "comment": .comment, "documentation": .documentation,
    "function": .function, "predef_func": .function,
    "preproc": .preprocessor, "attribute": .attribute,
    "symbol": .symbol, "cbracket": .symbol,
    "variable": .variable, "predef_var": .variable, "argument": .variable,
    "key": .property, "property": .property,
    "label": .label, "url": .url, "path": .url, "file": .url, "tag": .tag,
    "selector": .tag, "value": .string, "atom": .string,
    "newfile": .inserted, "oldfile": .deleted, "difflines": .preprocessor,
    "date": .number, "time": .number, "ip": .number, "name": .function,
    "error": .keyword, "warning": .keyword, "math": .number,
  ]

  /// Sorted, so that an element's index is the same in every run.
  static let all = kinds.keys.sorted()

  /// The kinds of all, in the same order.
  static let allKinds = all.map { kinds[$0] ?? .plain }
}
