import DocgenDocModel
import DocgenGround

/// The highlighted code of one page.
struct HighlightedPageCode {
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
  private var messages: [SampleID: [HTTPMessage]] = [:]

  /// Highlights everything that a page shows, once.
  init(
    of document: ParsedDocument, outcomes: [SampleID: SampleOutcome],
    highlight: SiteRenderer.Highlight
  ) {
    document.forEachBlock { block in
      if let code = block.shownCode { html[Block(code)] = highlight(code.text, code.language) }
    }
    for sample in document.samples {
      guard let transcript = outcomes[sample.id]?.transcript else { continue }
      let laidOut = TranscriptRenderer(transcript).messages
      for message in laidOut { html[Block(message)] = highlight(message.text, Block.http) }
      messages[sample.id] = laidOut
    }
  }

  /// Returns the highlighted HTML of a block; `nil` for an unknown language.
  func html(for code: CodeBlock) -> String? { html[Block(code)] }

  /// Returns the messages of a sample's transcript, as the page shows them.
  func messages(of sample: SampleID) -> [HTTPMessage] { messages[sample] ?? [] }

  /// Returns the highlighted HTML of an HTTP message.
  func html(for message: HTTPMessage) -> String? { html[Block(message)] }
}
