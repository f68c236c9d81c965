import CSourceKit

/// Tokenizes Swift with the toolchain's own parser, sourcekitd.
///
/// Any task may call it: the shim holds a process-wide lock during each request.
final class SourceKitEngine: @unchecked Sendable {
  private let handle: OpaquePointer

  /// An entry of sourcekitd's syntax map.
  struct Entry {
    let kind: String
    let range: Range<Int>
  }

  /// Opens the library; throws the dynamic linker's message if that fails.
  init(library path: String) throws(EngineError) {
    var message = ErrorMessage()
    guard let handle = docgen_sourcekit_open(path, &message.bytes, message.bytes.count) else {
      throw .failed(message.text)
    }
    self.handle = handle
  }

  /// Highlights a Swift block.
  func highlight(_ code: String) throws(EngineError) -> MarkedCode {
    try SwiftNesting.check(code)
    return SwiftHighlighter(code: code).highlight(try syntaxMap(of: code))
  }

  private func syntaxMap(of code: String) throws(EngineError) -> [Entry] {
    var entries: [Entry] = []
    var message = ErrorMessage()
    let done = withUnsafeMutablePointer(to: &entries) { entries in
      withCharacters(of: code) { characters in
        docgen_sourcekit_syntax_map(
          handle, characters.baseAddress, characters.count,
          { context, kind, offset, length in
            guard let kind, offset >= 0, length >= 0 else { return }
            context?.assumingMemoryBound(to: [Entry].self).pointee.append(
              Entry(kind: String(cString: kind), range: Int(offset)..<Int(offset + length)))
          }, entries, &message.bytes, message.bytes.count)
      }
    }
    guard done else { throw .failed(message.text) }
    return entries
  }
}
