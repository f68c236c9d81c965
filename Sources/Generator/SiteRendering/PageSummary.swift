public import DocgenDocModel
public import DocgenGround
import DocgenHashing

/// What other pages and the site need of a page, without its text.
public struct PageSummary: Sendable {
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
  public var metadata: PageMetadata
  /// The metadata of its document.
  let ownMetadata: PageMetadata
  /// What other pages say of it; `nil` for a page without a paragraph.
  let description: String?
  /// The number of programs that no build verifies.
  let unverifiedCount: Int
  /// A hash of what other pages may show of it or link to, apart from descriptions.
  let visibleDigest: String
  /// The samples, in reading order.
  public private(set) var samples: [Sample] = []
  let details: Lazy<Details>
  /// Whether it is from a cache.
  public internal(set) var isCached = false

  var anchors: PageAnchors { details.value.anchors }
  /// The links and images, in reading order, without those of `metadata`.
  public var references: [ParsedDocument.Reference] { details.value.references }

  /// Returns a hash of a document's text.
  public static func digest(of file: SourceFile) -> String { ContentHash.of([file.text]) }

  /// Creates the summary of a document.
  public init(of document: ParsedDocument) {
    digest = Self.digest(of: document.file)
    source = document.file.path
    metadata = document.metadata
    ownMetadata = document.metadata
    description = PageDescription.of(document)
    samples = document.samples
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
    self.details = Lazy(details)
    var unverifiedCount = 0
    document.forEachBlock { block in
      if case .code(let code) = block.kind, Proof.isProgram(code) { unverifiedCount += 1 }
    }
    self.unverifiedCount = unverifiedCount
    visibleDigest = Self.visibleDigest(of: metadata, details.anchors)
  }

  private static func visibleDigest(of metadata: PageMetadata, _ anchors: PageAnchors) -> String {
    var metadata = metadata
    metadata.description = nil
    var hash = ContentHash()
    hash.add(Fields.text(of: metadata))
    for list in anchors.lists {
      hash.add(list.count)
      for text in list { hash.add(text) }
    }
    return hash.hexadecimal
  }
}
