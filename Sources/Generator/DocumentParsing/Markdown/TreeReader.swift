internal import CDocgenCmarkGFM
import DocgenDocModel
import DocgenGround

/// Turns cmark's nodes into blocks.
struct TreeReader {
  typealias Node = OpaquePointer

  let file: SourceFile
  let lineOffset: Int
  /// The paragraph whose inline elements are read; `nil` outside of one.
  var paragraph: ParagraphLines?

  init(file: SourceFile, lineOffset: Int) {
    self.file = file
    self.lineOffset = lineOffset
  }

  func blocks(in parent: Node?, depth: Int) throws(MarkdownParser.NestingTooDeep) -> [Block] {
    var blocks: [Block] = []
    blocks.reserveCapacity(childCount(of: parent))
    var node = cmark_node_first_child(parent)
    while let child = node {
      if let block = try block(child, depth: depth + 1) { blocks.append(block) }
      node = cmark_node_next(child)
    }
    return blocks
  }

  /// Returns the number of a node's children, so that arrays of them take no more memory than they
  /// need.
  func childCount(of parent: Node?) -> Int {
    var count = 0
    var node = cmark_node_first_child(parent)
    while node != nil {
      count += 1
      node = cmark_node_next(node)
    }
    return count
  }

  private func block(_ node: Node, depth: Int) throws(MarkdownParser.NestingTooDeep) -> Block? {
    let isCode = cmark_node_get_type(node) == CMARK_NODE_CODE_BLOCK
    let range = isCode ? range(ofCode: node) : range(of: node)
    if depth > MarkdownParser.maximumDepth { throw .init(position: range.start) }
    return try kind(of: node, range: range, depth: depth).map { Block($0, range: range) }
  }

  private func kind(
    of node: Node, range: SourceRange, depth: Int
  ) throws(MarkdownParser.NestingTooDeep) -> Block.Kind? {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH:
      var reader = self
      reader.paragraph = ParagraphLines(of: range, in: file)
      return .paragraph(try reader.inlines(in: node, depth: depth))
    case CMARK_NODE_HEADING:
      let level = Int(cmark_node_get_heading_level(node))
      return .heading(Heading(level: level, content: try inlines(in: node, depth: depth)))
    case CMARK_NODE_BLOCK_QUOTE: return .blockQuote(try blocks(in: node, depth: depth))
    case CMARK_NODE_LIST: return .list(try list(node, depth: depth))
    case CMARK_NODE_CODE_BLOCK: return .code(codeBlock(node, range: range))
    case CMARK_NODE_HTML_BLOCK: return .html(string(cmark_node_get_literal(node)))
    case CMARK_NODE_THEMATIC_BREAK: return .thematicBreak
    case CMARK_NODE_FOOTNOTE_DEFINITION:
      return .footnote(label: "", content: try blocks(in: node, depth: depth))
    case _ where name(of: node) == "table": return .table(try table(node, depth: depth))
    default: return nil
    }
  }

  /// Returns the name of a node's kind; those of extensions have no constants.
  func name(of node: Node) -> String { String(cString: cmark_node_get_type_string(node)) }

  private func list(_ node: Node, depth: Int) throws(MarkdownParser.NestingTooDeep) -> List {
    let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
    var items: [List.Item] = []
    var next = cmark_node_first_child(node)
    while let item = next {
      let isTask = name(of: item) == "tasklist"
      let isChecked = isTask && cmark_gfm_extensions_get_tasklist_item_checked(item)
      let checkbox: List.Item.Checkbox? = isTask ? (isChecked ? .checked : .unchecked) : nil
      items.append(
        List.Item(checkbox: checkbox, content: try blocks(in: item, depth: depth + 1)))
      next = cmark_node_next(item)
    }
    return List(
      start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
      isTight: cmark_node_get_list_tight(node) == 1, items: items)
  }

  private func table(_ node: Node, depth: Int) throws(MarkdownParser.NestingTooDeep) -> Table {
    var rows: [Table.Row] = []
    var nextRow = cmark_node_first_child(node)
    while let row = nextRow {
      var cells: Table.Row = []
      cells.reserveCapacity(childCount(of: row))
      var nextCell = cmark_node_first_child(row)
      while let cell = nextCell {
        cells.append(try inlines(in: cell, depth: depth))
        nextCell = cmark_node_next(cell)
      }
      rows.append(cells)
      nextRow = cmark_node_next(row)
    }
    let columns = Int(cmark_gfm_extensions_get_table_columns(node))
    let letters = UnsafeBufferPointer(
      start: cmark_gfm_extensions_get_table_alignments(node), count: columns)
    let alignments = letters.map { letter -> Table.Alignment in
      switch letter {
      case UInt8(ascii: "l"): .left
      case UInt8(ascii: "c"): .center
      case UInt8(ascii: "r"): .right
      default: .none
      }
    }
    return Table(
      alignments: alignments, header: rows.first ?? [], rows: Array(rows.dropFirst()))
  }

  /// Returns the code with the position of each line: cmark removes indentation, which moves
  /// columns.
  private func codeBlock(_ node: Node, range: SourceRange) -> CodeBlock {
    var texts = string(cmark_node_get_literal(node)).splitIntoLines().map(String.init)
    if texts.last == "" { texts.removeLast() }
    var length: Int32 = 0
    var offset: Int32 = 0
    var character: CChar = 0
    let isFenced = cmark_node_get_fenced(node, &length, &offset, &character) == 1
    let firstLine = range.start.line + (isFenced ? 1 : 0)
    let opening = file.line(range.start.line)
    let indentation = isFenced ? FenceIndentation(of: opening, column: range.start.column) : nil
    let lines = texts.enumerated().map { index, text in
      let number = firstLine + index
      let line = file.line(number)
      let text = indentation?.code(in: line, read: text) ?? text
      return Sample.Line(
        text: text, number: number,
        removedColumns: Self.columns(removedBefore: text, of: line))
    }
    guard isFenced else { return CodeBlock(info: "", infoStart: range.start, lines: lines) }
    let fence = opening.utf8.dropFirst(range.start.column - 1)
    let info = fence.drop { $0 == UInt8(bitPattern: character) || " \t".utf8.contains($0) }
    let infoColumn = opening.utf8.count - info.count + 1
    // As written: with escapes resolved, the columns of options would differ. In mapdown, the first
    // line of a value has its key before the fence.
    let isWritten = fence.first == UInt8(bitPattern: character)
    return CodeBlock(
      info: isWritten ? Substring(info).trimmed : string(cmark_node_get_fence_info(node)),
      infoStart: SourcePosition(line: range.start.line, column: infoColumn), lines: lines)
  }

  /// Returns the number of columns of a line that cmark has removed before a text.
  ///
  /// When a tab belongs partly to a list or a quote, cmark replaces the rest with spaces, which may
  /// be more characters than it removed.
  private static func columns(removedBefore text: String, of line: Substring) -> Int {
    if line.ends(withBytesOf: text) { return line.utf8.count - text.utf8.count }
    let rest = String(text.drop { $0 == " " })
    guard !rest.isEmpty, line.ends(withBytesOf: rest) else { return 0 }
    return line.utf8.count - text.utf8.count
  }

  /// Returns the range of a block of code.
  ///
  /// When the list or quote around the block ends before a closing fence, cmark includes the next
  /// line; this range ends with the last line of the block.
  private func range(ofCode node: Node) -> SourceRange {
    let range = range(of: node)
    var length: Int32 = 0
    var offset: Int32 = 0
    var character: CChar = 0
    guard cmark_node_get_fenced(node, &length, &offset, &character) == 1 else { return range }
    let fence = file.line(range.end.line).drop { $0 == " " || $0 == "\t" || $0 == ">" }
      .utf8.prefix { $0 == UInt8(bitPattern: character) }
    let isClosed =
      range.end.line > range.start.line && fence.count >= Int(length)
      && following(node).map { cmark_node_get_start_line($0) } != cmark_node_get_end_line(node)
    if isClosed { return range }
    let count = string(cmark_node_get_literal(node)).utf8.count { $0 == UInt8(ascii: "\n") }
    let last = range.start.line + count
    let end = SourcePosition(line: last, column: file.line(last).utf8.count + 1)
    return SourceRange(range.start, max(range.start, end))
  }

  /// Returns the node that begins after another.
  private func following(_ node: Node) -> Node? {
    var ancestor: Node? = node
    while let current = ancestor {
      if let next = cmark_node_next(current) { return next }
      ancestor = cmark_node_parent(current)
    }
    return nil
  }

  func range(of node: Node?) -> SourceRange {
    let start = SourcePosition(
      line: max(1, Int(cmark_node_get_start_line(node))) + lineOffset,
      column: max(1, Int(cmark_node_get_start_column(node))))
    // cmark's end is the last byte; ours is the one after it.
    let end = SourcePosition(
      line: max(1, Int(cmark_node_get_end_line(node))) + lineOffset,
      column: max(1, Int(cmark_node_get_end_column(node)) + 1))
    return SourceRange(start, max(start, end))
  }

  func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }
}
