public import Ground

/// A block of a document: CommonMark's kinds, and what docgen makes of some of them.
public struct Block: Sendable, Hashable {
  /// What kind of block, with its parts.
  public indirect enum Kind: Sendable, Hashable {
    /// Running text.
    case paragraph([Inline])
    /// A heading with its identifier.
    case heading(Heading)
    /// A quotation.
    case blockQuote([Block])
    /// A list.
    case list(List)
    /// Code that is only shown.
    case code(CodeBlock)
    /// Raw HTML, the writer's own.
    case html(String)
    /// A rule between parts.
    case thematicBreak
    /// A table (GFM).
    case table(Table)
    /// The text of a footnote (GFM), by its number.
    case footnote(label: String, content: [Block])
    /// Alternatives of which a reader picks one by language.
    case tabs(TabGroup)
    /// A remark set apart: a note, a tip, a warning.
    case aside(Aside)
    /// Code that is compiled, and run unless told otherwise.
    case sample(SampleID, CodeBlock)
    /// A drawing of who says what to whom.
    case diagram(SequenceDiagram)
  }

  /// What kind of block.
  public var kind: Kind
  /// Where it stands in its file, fences and markers included.
  public var range: SourceRange

  /// A block at a place.
  public init(_ kind: Kind, range: SourceRange) {
    self.kind = kind
    self.range = range
  }

  /// The blocks directly within this one.
  public var children: [Block] {
    switch kind {
    case .blockQuote(let content), .footnote(_, let content): content
    case .list(let list): list.items.flatMap(\.content)
    case .tabs(let group): group.tabs.flatMap(\.content)
    case .aside(let aside): aside.content
    case .paragraph, .heading, .code, .html, .thematicBreak, .table, .sample, .diagram: []
    }
  }

  /// The inline pieces directly within this block.
  public var inlines: [Inline] {
    switch kind {
    case .paragraph(let content): content
    case .heading(let heading): heading.content
    case .table(let table): ([table.header] + table.rows).flatMap { $0.flatMap { $0 } }
    default: []
    }
  }
}

extension Block {
  /// The code that a block shows; `nil` for blocks of other kinds.
  public var shownCode: CodeBlock? {
    switch kind {
    case .code(let code), .sample(_, let code): code
    default: nil
    }
  }
}
