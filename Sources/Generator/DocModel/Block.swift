public import Ground

/// A block of a document: CommonMark's kinds and docgen's, such as tabs and samples.
public struct Block: Sendable, Hashable {
  /// The kind of a block, with its content.
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
    /// Raw HTML from the author.
    case html(String)
    /// A rule between parts.
    case thematicBreak
    /// A table (GFM).
    case table(Table)
    /// The text of a footnote (GFM), by its number.
    case footnote(label: String, content: [Block])
    /// Alternatives that readers choose from by language.
    case tabs(TabGroup)
    /// An aside: a note, a tip, a warning.
    case aside(Aside)
    /// Code that the build compiles, and runs unless the author says otherwise.
    case sample(SampleID, CodeBlock)
    /// A sequence diagram.
    case diagram(SequenceDiagram)
  }

  /// The kind of block.
  public var kind: Kind
  /// The range in the file, including fences and markers.
  public var range: SourceRange

  /// Creates a block.
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

  /// The inline elements directly within this block.
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
