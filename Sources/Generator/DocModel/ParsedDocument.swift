public import DocgenGround

/// A parsed document, before any of its samples has run.
public struct ParsedDocument: Sendable, Hashable {
  /// A section of a page: a body, and a column next to it.
  public struct Section: Sendable, Hashable {
    /// The heading above the section; `nil` when the body contains its own.
    public var heading: Heading?
    /// The main column.
    public var body: [Block]
    /// The column next to the body; empty for all formats except mapdown.
    public var aside: [Block]

    /// Creates a section.
    public init(heading: Heading? = nil, body: [Block], aside: [Block] = []) {
      self.heading = heading
      self.body = body
      self.aside = aside
    }
  }

  /// The source file.
  public var file: SourceFile
  /// The number of the first line after front matter.
  public var firstLine = 1
  /// The metadata.
  public var metadata: PageMetadata
  /// The sections: one, except in mapdown lists.
  public var sections: [Section]
  /// The samples, in page order.
  public var samples: [Sample]
  /// The number of blocks that would be samples but for a placeholder such as `<#name#>`.
  public var placeholders = 0
  /// The blocks that readers don't see, such as fixtures and checks.
  public var hiddenBlocks: [SourceRange] = []
  /// Whether it has what only another generator fills in, such as a component or a tag of Liquid.
  public var isFilledIn = false

  /// Creates a document.
  public init(
    file: SourceFile, metadata: PageMetadata, sections: [Section], samples: [Sample] = []
  ) {
    self.file = file
    self.metadata = metadata
    self.sections = sections
    self.samples = samples
  }

  /// The top-level blocks of the page, in reading order.
  public var blocks: [Block] {
    sections.flatMap { $0.body + $0.aside }
  }

  /// Calls a function with every block, outer ones first.
  public func forEachBlock(_ visit: (Block) -> Void) {
    func walk(_ blocks: [Block]) {
      for block in blocks {
        visit(block)
        walk(block.children)
      }
    }
    for section in sections {
      walk(section.body)
      walk(section.aside)
    }
  }

  /// Calls a function with every inline element of the page, outer ones first.
  public func forEachInline(_ visit: (Inline) -> Void) {
    forEachBlock { $0.forEachInline(visit) }
  }
}
