public import DocgenDocModel
public import DocgenGround
import DocgenHashing

/// What other pages and the site need of a page, without its text.
public struct PageSummary: Sendable, Codable {
  /// A name between double backquotes, as DocC links symbols.
  struct SymbolLink: Sendable, Codable {
    let name: String
    let range: SourceRange
  }

  /// A hash of the document's text.
  public let digest: String
  /// The path of its document below the site's root.
  public let source: String
  /// The metadata, with the permalink that the site gives the page.
  public var metadata: PageMetadata
  let anchors: PageAnchors
  /// What other pages say of it; `nil` for a page without a paragraph.
  let description: String?
  /// The links and images, in reading order, without those of `metadata`.
  public let references: [ParsedDocument.Reference]
  /// The images without a description.
  let unnamedImages: [SourceRange]
  let symbolLinks: [SymbolLink]
  /// The samples, in reading order.
  public private(set) var samples: [Sample] = []
  /// The number of programs that no build verifies.
  let unverifiedCount: Int

  /// Everything but the samples, which are those of documents that are parsed in each build.
  private enum CodingKeys: CodingKey {
    case digest, source, metadata, anchors, description, references, unnamedImages, symbolLinks
    case unverifiedCount
  }

  /// Returns a hash of a document's text.
  public static func digest(of file: SourceFile) -> String { ContentHash.of([file.text]) }

  /// Creates the summary of a document.
  public init(of document: ParsedDocument) {
    digest = Self.digest(of: document.file)
    source = document.file.path
    metadata = document.metadata
    anchors = PageAnchors(of: document)
    description = PageDescription.of(document)
    references = document.references
    samples = document.samples
    var unnamedImages: [SourceRange] = []
    var symbolLinks: [SymbolLink] = []
    document.forEachInline { inline in
      switch inline.kind {
      case .image(let image) where image.content.plainText.isEmpty:
        unnamedImages.append(inline.range)
      case .code(let name) where LinkResolver.isSymbolLink(name, at: inline, in: document.file):
        symbolLinks.append(SymbolLink(name: name, range: inline.range))
      default: break
      }
    }
    self.unnamedImages = unnamedImages
    self.symbolLinks = symbolLinks
    var unverifiedCount = 0
    document.forEachBlock { block in
      if case .code(let code) = block.kind, Proof.isProgram(code) { unverifiedCount += 1 }
    }
    self.unverifiedCount = unverifiedCount
  }
}
