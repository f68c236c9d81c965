import CDocgenSourceHighlight

/// The reason why an engine couldn't highlight a block.
enum EngineError: Error, Hashable {
  case tooComplex(String)
  case failed(String)

  /// Throws an error if the shim's status is one.
  static func check(
    _ status: docgen_highlight_status, message: String
  ) throws(EngineError) {
    switch status {
    case docgen_highlight_done: return
    case docgen_highlight_too_complex: throw .tooComplex(message)
    default: throw .failed(message)
    }
  }

  var plainReason: HighlightedCode.PlainReason {
    switch self {
    case .tooComplex(let reason): .tooComplex(reason)
    case .failed(let reason): .engineFailed(reason)
    }
  }
}

/// A buffer for a message from C; empty until C writes to it.
struct ErrorMessage {
  var bytes = [CChar](repeating: 0, count: 512)

  var text: String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Passes a text to C as characters with a count; it may contain NUL.
func withCharacters<Result>(
  of text: String, _ body: (UnsafeBufferPointer<CChar>) -> Result
) -> Result {
  var text = text
  return text.withUTF8 { $0.withMemoryRebound(to: CChar.self, body) }
}

/// The reason why a highlighter couldn't be created.
public enum HighlighterError: Error, Hashable, CustomStringConvertible {
  /// The folder of source-highlight's language files doesn't exist.
  case noLanguageFiles(folder: String)
  /// There is no memory left.
  case outOfMemory

  /// A lower-case line with the way out.
  public var description: String {
    switch self {
    case .noLanguageFiles(let folder):
      "no language files in '\(folder)'; install libsource-highlight-common"
    case .outOfMemory: "out of memory"
    }
  }
}
