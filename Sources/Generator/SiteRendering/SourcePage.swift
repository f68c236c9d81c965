public import DocgenDocModel

/// A page before it is rendered: what the site needs of it, and its document, which only its own
/// rendering needs.
public struct SourcePage: Sendable {
  /// What the site needs of it.
  public private(set) var summary: PageSummary
  private let parse: @Sendable () -> ParsedDocument

  /// The metadata, which may differ from that of the document.
  public var metadata: PageMetadata {
    get { summary.metadata }
    set { summary = PageSummary(summary, metadata: newValue) }
  }

  /// The document.
  public var document: ParsedDocument {
    var document = parse()
    document.metadata = metadata
    return document
  }

  /// Creates a page that keeps its document.
  public init(_ document: ParsedDocument) {
    self.init(PageSummary(of: document)) { document }
  }

  /// Creates a page whose document is parsed when it is rendered.
  public init(_ summary: PageSummary, parse: @escaping @Sendable () -> ParsedDocument) {
    self.summary = summary
    self.parse = parse
  }
}
