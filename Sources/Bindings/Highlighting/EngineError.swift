import CSourceHighlight

/// Why an engine gave up on one block.
enum EngineError: Error, Hashable {
  case tooComplex(String)
  case failed(String)

  /// Turns a status of the shim into an error.
  static func check(
    _ status: docgen_highlight_status, _ message: String
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

/// Room for a message from C; empty until something is written.
struct ErrorMessage {
  var bytes = [CChar](repeating: 0, count: 512)

  var text: String {
    String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Lends a text to C as characters with a count; it may hold NUL.
func withCharacters<Result>(
  of text: String, _ body: (UnsafeBufferPointer<CChar>) -> Result
) -> Result {
  var text = text
  return text.withUTF8 { $0.withMemoryRebound(to: CChar.self, body) }
}
