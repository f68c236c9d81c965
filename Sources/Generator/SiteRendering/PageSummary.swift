public import DocgenDocModel
public import DocgenGround
import DocgenHashing

/// What other pages and the site need of a page, without its text.
///
/// A class, because copies of so many values would take time.
public final class PageSummary: Sendable {
  /// A name between double backquotes, as DocC links symbols.
  struct SymbolLink: Sendable {
    let name: String
    let range: SourceRange
  }

  /// What is needed only of pages that are linked to, or whose links are checked.
  struct Details: Sendable {
    var anchors: PageAnchors
    /// The links and images, in reading order, without those of `metadata`.
    var references: [ParsedDocument.Reference]
    /// The images without a description.
    var unnamedImages: [SourceRange] = []
    var symbolLinks: [SymbolLink] = []
  }

  /// A hash of the document's text.
  public let digest: String
  /// The path of its document below the site's root.
  public let source: String
  /// The metadata, with the permalink that the site gives the page.
  public let metadata: PageMetadata
  /// The metadata of its document.
  let ownMetadata: PageMetadata
  /// What other pages say of it; `nil` for a page without a paragraph.
  let description: String?
  /// The number of programs that no build verifies.
  let unverifiedCount: Int
  /// What is wrong with its document alone.
  public let diagnostics: [Diagnostic]
  /// A hash of its metadata without title and description.
  let metadataDigest: String
  /// A hash of its title and anchors, which pages next to it and pages that link to it may use.
  let visibleDigest: String
  /// The samples, in reading order.
  public let samples: [Sample]
  let details: Lazy<Details>
  /// Whether it is from a cache.
  public let isCached: Bool

  var anchors: PageAnchors { details.value.anchors }
  /// The links and images, in reading order, without those of `metadata`.
  public var references: [ParsedDocument.Reference] { details.value.references }

  /// Returns a hash of a document's text.
  public static func digest(of file: SourceFile) -> String { ContentHash.of([file.text]) }

  init(
    digest: String, source: String, metadata: PageMetadata, ownMetadata: PageMetadata,
    description: String?, unverifiedCount: Int, metadataDigest: String, visibleDigest: String,
    diagnostics: [Diagnostic], samples: [Sample] = [], details: Lazy<Details>,
    isCached: Bool = false
  ) {
    (self.digest, self.source, self.description) = (digest, source, description)
    (self.metadata, self.ownMetadata) = (metadata, ownMetadata)
    (self.metadataDigest, self.visibleDigest) = (metadataDigest, visibleDigest)
    (self.unverifiedCount, self.samples) = (unverifiedCount, samples)
    (self.diagnostics, self.details, self.isCached) = (diagnostics, details, isCached)
  }

  /// Creates the summary of a page that the site gives other metadata than its document.
  convenience init(_ summary: PageSummary, metadata: PageMetadata) {
    self.init(
      digest: summary.digest, source: summary.source, metadata: metadata,
      ownMetadata: summary.ownMetadata, description: summary.description,
      unverifiedCount: summary.unverifiedCount, metadataDigest: summary.metadataDigest,
      visibleDigest: summary.visibleDigest, diagnostics: summary.diagnostics,
      samples: summary.samples, details: summary.details, isCached: summary.isCached)
  }

  /// Creates the summary of a document.
  public convenience init(of document: ParsedDocument, diagnostics: [Diagnostic] = []) {
    var details = Details(anchors: PageAnchors(of: document), references: document.references)
    document.forEachInline { inline in
      switch inline.kind {
      case .image(let image) where image.content.plainText.isEmpty:
        details.unnamedImages.append(inline.range)
      case .code(let name) where LinkResolver.isSymbolLink(name, at: inline, in: document.file):
        details.symbolLinks.append(SymbolLink(name: name, range: inline.range))
      default: break
      }
    }
    var unverifiedCount = 0
    document.forEachBlock { block in
      if case .code(let code) = block.kind, Proof.isUnverified(code) { unverifiedCount += 1 }
    }
    let metadata = document.metadata
    var untitled = metadata
    (untitled.title, untitled.description) = ("", nil)
    self.init(
      digest: Self.digest(of: document.file), source: document.file.path, metadata: metadata,
      ownMetadata: metadata, description: PageDescription.of(document),
      unverifiedCount: unverifiedCount, metadataDigest: ContentHash.of([Fields.text(of: untitled)]),
      visibleDigest: ContentHash.of(
        [metadata.title] + details.anchors.lists.flatMap { $0 + [""] }),
      diagnostics: diagnostics, samples: document.samples, details: Lazy(details))
  }
}
