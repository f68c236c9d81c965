public import Ground

/// A document read and understood, before any of its samples has run.
public struct ParsedDocument: Sendable, Hashable {
  /// One part of a page: a body, and a column beside it.
  public struct Section: Sendable, Hashable {
    /// The heading above the part; `nil` when the body brings its own.
    public var heading: Heading?
    /// The main column.
    public var body: [Block]
    /// What stands beside it; empty for all formats but mapdown.
    public var aside: [Block]

    /// A part of a page.
    public init(heading: Heading? = nil, body: [Block], aside: [Block] = []) {
      self.heading = heading
      self.body = body
      self.aside = aside
    }
  }

  /// Where it comes from.
  public var file: SourceFile
  /// What it says of itself.
  public var metadata: PageMetadata
  /// Its parts: one, but for mapdown lists.
  public var sections: [Section]
  /// Its samples, in page order.
  public var samples: [Sample]

  /// A document from its parts.
  public init(
    file: SourceFile, metadata: PageMetadata, sections: [Section], samples: [Sample] = []
  ) {
    self.file = file
    self.metadata = metadata
    self.sections = sections
    self.samples = samples
  }

  /// All blocks of the page, in reading order, without what lies within them.
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
    walk(blocks)
  }

  /// Every inline piece of the page, outer ones first.
  public func forEachInline(_ visit: (Inline) -> Void) {
    func walk(_ inlines: [Inline]) {
      for inline in inlines {
        visit(inline)
        walk(inline.children)
      }
    }
    forEachBlock { walk($0.inlines) }
  }
}
