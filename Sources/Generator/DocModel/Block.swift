public import DocgenGround

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

  /// Returns the block with other blocks in it: what a function makes of each part's content, such
  /// as a list item's.
  public func mapContents(_ transform: ([Block]) -> [Block]) -> Block {
    var block = self
    switch kind {
    case .blockQuote(let content): block.kind = .blockQuote(transform(content))
    case .footnote(let label, let content):
      block.kind = .footnote(label: label, content: transform(content))
    case .aside(var aside):
      aside.content = transform(aside.content)
      block.kind = .aside(aside)
    case .list(var list):
      for index in list.items.indices {
        list.items[index].content = transform(list.items[index].content)
      }
      block.kind = .list(list)
    case .tabs(var group):
      for index in group.tabs.indices {
        group.tabs[index].content = transform(group.tabs[index].content)
      }
      block.kind = .tabs(group)
    case .paragraph, .heading, .code, .html, .thematicBreak, .table, .sample, .diagram: break
    }
    return block
  }

  /// The text of a paragraph or heading.
  public var inlines: [Inline] {
    switch kind {
    case .paragraph(let content): content
    case .heading(let heading): heading.content
    default: []
    }
  }

  /// Calls a function with every inline element of the block, outer ones first, without those of
  /// the blocks in it.
  public func forEachInline(_ visit: (Inline) -> Void) {
    func walk(_ inlines: [Inline]) {
      for inline in inlines {
        visit(inline)
        walk(inline.children)
      }
    }
    guard case .table(let table) = kind else { return walk(inlines) }
    table.header.forEach(walk)
    for row in table.rows { row.forEach(walk) }
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

/// A heading of a page.
public struct Heading: Sendable, Hashable {
  /// The level, from 1 to 6.
  public var level: Int
  /// The text.
  public var content: [Inline]
  /// The identifier that links use: unique within the page, and empty until the parser assigns it.
  public var id: String
  /// Other identifiers for the same heading: those that other generators derive from its text.
  public var aliases: [String] = []
  /// The identifiers that the heading had before, from the page's front matter.
  public var formerIDs: [String] = []

  /// Creates a heading.
  public init(level: Int, content: [Inline], id: String = "") {
    self.level = level
    self.content = content
    self.id = id
  }
}

/// An aside: a note, a tip or a warning, set apart from the running text.
public struct Aside: Sendable, Hashable {
  /// The kind of an aside: GitHub's five.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    case note, tip, important, warning, caution
  }

  /// The kind of aside.
  public var kind: Kind
  /// The label shown above the content, such as `Note`.
  public var title: String
  /// The content.
  public var content: [Block]
  /// Whether readers see only the title until they unfold it.
  public var isFolded: Bool

  /// Creates an aside.
  public init(kind: Kind, title: String, content: [Block] = [], isFolded: Bool = false) {
    self.kind = kind
    self.title = title
    self.content = content
    self.isFolded = isFolded
  }
}

/// A group of alternatives, shown as tabs.
public struct TabGroup: Sendable, Hashable {
  /// One alternative.
  public struct Tab: Sendable, Hashable {
    /// The tab's label.
    public var label: String
    /// The key of a language or another name, which selects the same tab in all groups of a page.
    public var key: String
    /// Whether the key is that of a language, which selects the tab on all pages of the site.
    public var isLanguage: Bool
    /// The content.
    public var content: [Block]
    /// The identifier on the page; empty until it is assigned.
    public var id = ""

    /// Creates an alternative.
    public init(label: String, key: String, isLanguage: Bool = true, content: [Block]) {
      self.label = label
      self.key = key
      self.isLanguage = isLanguage
      self.content = content
    }
  }

  /// The alternatives, in order.
  public var tabs: [Tab]

  /// Creates a group.
  public init(tabs: [Tab]) {
    self.tabs = tabs
  }
}

/// A table (GFM).
public struct Table: Sendable, Hashable {
  /// The alignment of a column.
  public enum Alignment: Sendable, Hashable {
    case none, left, center, right
  }

  /// One row: its cells.
  public typealias Row = [[Inline]]

  /// The alignment of each column.
  public var alignments: [Alignment]
  /// The first row.
  public var header: Row
  /// The other rows.
  public var rows: [Row]

  /// Creates a table.
  public init(alignments: [Alignment], header: Row, rows: [Row]) {
    self.alignments = alignments
    self.header = header
    self.rows = rows
  }
}

/// A list.
public struct List: Sendable, Hashable {
  /// One item.
  public struct Item: Sendable, Hashable {
    /// The box of a task (GFM).
    public enum Checkbox: Sendable, Hashable {
      /// The task is done: `[x]`.
      case checked
      /// The task is open: `[ ]`.
      case unchecked
    }

    /// Its box; `nil` for an item that isn't a task.
    public var checkbox: Checkbox?
    /// The content.
    public var content: [Block]

    /// Creates an item.
    public init(checkbox: Checkbox? = nil, content: [Block]) {
      self.checkbox = checkbox
      self.content = content
    }
  }

  /// The number of the first item; `nil` for bullets.
  public var start: Int?
  /// Whether items follow one another without space between their paragraphs.
  public var isTight: Bool
  /// The items.
  public var items: [Item]

  /// Creates a list.
  public init(start: Int?, isTight: Bool, items: [Item]) {
    self.start = start
    self.isTight = isTight
    self.items = items
  }
}
