import CSourceHighlight
import Foundation
import Synchronization

/// Cuts code by GNU source-highlight's language files.
///
/// Called from any task: the shim holds one lock for the whole process around every call, since
/// the library keeps state at file scope; `loadedFiles` has a lock of its own.
final class LanguageFileEngine: @unchecked Sendable {
  /// Where a language file comes from.
  enum File: Sendable, Hashable {
    /// One that the library brings, by its name: `java.lang`.
    case installed(String)
    /// One of ours: its name and text.
    case embedded(name: String, text: String)
  }

  private let handle: OpaquePointer
  private let installedFiles: String
  /// The library reads files only, so an embedded one is put here for the moment of loading; the
  /// path also names it in the library's cache.
  private let loadingFolder: URL
  private let loadedFiles = Mutex<Set<String>>([])

  /// The bytes searched per block before the engine gives up; about two seconds of work.
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
    loadingFolder = temporaryFolder.appendingPathComponent("docgen-languages-\(UUID().uuidString)")
  }

  deinit { docgen_highlighter_free(handle) }

  /// The paths of the installed files, sorted.
  var files: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: installedFiles)) ?? []
    return names.sorted().map { "\(installedFiles)/\($0)" }
  }

  /// Paints a block by a language file; `kinds` renames elements for this language.
  func paint(
    _ code: String, by file: File, kinds: [String: TokenKind] = [:]
  ) throws(EngineError) -> Painting {
    let (folder, name) = try locate(file)
    var stroke = Stroke(
      kinds: ElementName.all.map { kinds[$0] ?? ElementName.kinds[$0] ?? .plain },
      painting: Painting(code: code))
    var message = ErrorMessage()
    let status = withUnsafeMutablePointer(to: &stroke) { stroke in
      withCharacters(of: code) { characters in
        docgen_highlighter_run(
          handle, folder, name, characters.baseAddress, characters.count, budget,
          { context, element, length in
            context?.assumingMemoryBound(to: Stroke.self).pointee.add(element, length)
          }, stroke, &message.bytes, message.bytes.count)
      }
    }
    try EngineError.check(status, message.text)
    return stroke.painting
  }

  /// The folder and name under which the library knows a file, loading an embedded one if need be.
  private func locate(_ file: File) throws(EngineError) -> (folder: String, name: String) {
    switch file {
    case .installed(let name):
      return (installedFiles, name)
    case .embedded(let name, let text):
      try loadedFiles.withLock { loaded throws(EngineError) in
        guard !loaded.contains(name) else { return }
        try load(name, text)
        loaded.insert(name)
      }
      return (loadingFolder.path, name)
    }
  }

  private func load(_ name: String, _ text: String) throws(EngineError) {
    let files = FileManager.default
    do {
      try files.createDirectory(at: loadingFolder, withIntermediateDirectories: false)
    } catch {
      throw .failed("no folder for language files: \(error.localizedDescription)")
    }
    defer { try? files.removeItem(at: loadingFolder) }
    do {
      try Data(text.utf8).write(to: loadingFolder.appendingPathComponent(name))
    } catch {
      throw .failed("language file \(name): \(error.localizedDescription)")
    }
    var message = ErrorMessage()
    let status = docgen_highlighter_load(
      handle, loadingFolder.path, name, &message.bytes, message.bytes.count)
    try EngineError.check(status, message.text)
  }
}

/// What the C callback adds to: pieces follow each other without gaps.
private struct Stroke {
  let kinds: [TokenKind]
  var painting: Painting
  var offset = 0

  mutating func add(_ element: Int, _ length: Int) {
    if kinds.indices.contains(element), kinds[element] != .plain {
      painting.paint(offset..<offset + length, kinds[element])
    }
    offset += length
  }
}
