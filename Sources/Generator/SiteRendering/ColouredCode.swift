import DocModel

/// The code of one page in its colours.
struct ColouredCode {
  private struct Block: Hashable {
    var code: String
    var language: String

    static let http = "http"

    init(_ block: CodeBlock) {
      code = block.text
      language = block.language
    }

    init(_ message: HTTPMessage) {
      code = message.text
      language = Self.http
    }
  }

  private var html: [Block: String] = [:]

  /// Asks for the colours of everything that a page shows, once.
  init(
    of document: ParsedDocument, _ outcomes: [SampleID: SampleOutcome],
    _ highlight: SiteRenderer.Highlight
  ) {
    document.forEachBlock { block in
      if let code = block.shownCode { html[Block(code)] = highlight(code.text, code.language) }
    }
    let transcripts = document.samples.compactMap { outcomes[$0.id]?.transcript }
    for message in transcripts.flatMap({ TranscriptRenderer($0).messages }) {
      html[Block(message)] = highlight(message.text, Block.http)
    }
  }

  /// The highlighted HTML of a block; `nil` for one in an unknown language.
  func html(for code: CodeBlock) -> String? { html[Block(code)] }

  /// The highlighted HTML of an HTTP message.
  func html(for message: HTTPMessage) -> String? { html[Block(message)] }
}
