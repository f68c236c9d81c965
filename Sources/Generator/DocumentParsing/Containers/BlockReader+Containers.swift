import DocgenDocModel
import DocgenGround

extension BlockReader {
  /// Returns the blocks of one level with those between the lines of a container as its content.
  mutating func grouping(_ blocks: [Block]) -> [Block] {
    guard !containers.lines.isEmpty else { return blocks }
    var open = [OpenContainer()]
    for block in blocks.flatMap({ splitting($0) }) {
      guard let line = containers.line(block) else {
        open[open.count - 1].add([containers.restoring(block, in: file)])
        continue
      }
      let number = block.range.start.line
      switch line.mark {
      case .aside, .tabs, .codeGroup, .other:
        guard depth + open.count < MarkdownParser.maximumDepth else {
          if !isTooDeep { report(.nestedTooDeeply, at: containers.range(of: number)) }
          isTooDeep = true
          continue
        }
        open.append(OpenContainer(line, number: number))
        guard case .other = line.mark else { continue }
        unknownContainers.append(number)
        // The line is shown, so that no text disappears.
        open[open.count - 1].add([text(of: line, block: block)])
      case .tab(let label):
        if let group = open.lastIndex(where: { $0.line?.mark == .tabs }) {
          close(&open, downTo: group + 1)
          open[group].tabs.append(tab(label, content: []))
        } else {
          report(.tabOutsideTabs(line.text), at: containers.range(of: number))
        }
      case .end:
        if let last = OpenContainer.closed(by: line, among: open) {
          close(&open, downTo: last + 1)
          closeLast(&open, at: block.range.end)
        } else {
          report(.nothingToClose(line.text), at: containers.range(of: number))
        }
      case .snippet(let file): open[open.count - 1].add([snippet(file, in: block)])
      case .contents, .group: open[open.count - 1].add([block])
      }
    }
    close(&open, downTo: 1)
    return open[0].content
  }

  /// Closes the containers that nothing closes, and reports them.
  private mutating func close(_ open: inout [OpenContainer], downTo count: Int) {
    while open.count > count {
      let last = open[open.count - 1]
      if let line = last.line {
        switch line.mark {
        case .aside, .tabs, .codeGroup:
          report(.unclosedContainer(line), at: containers.range(of: last.number))
        default: break
        }
      }
      closeLast(&open, at: last.content.last?.range.end)
    }
  }

  private mutating func closeLast(_ open: inout [OpenContainer], at end: SourcePosition?) {
    let last = open.removeLast()
    let start = containers.range(of: last.number).start
    let range = SourceRange(start, max(start, end ?? start))
    var blocks = last.content
    switch last.line?.mark {
    case .aside(var aside):
      aside.content = blocks
      blocks = [Block(.aside(aside), range: range)]
    case .tabs where !last.tabs.isEmpty:
      blocks.append(Block(.tabs(TabGroup(tabs: last.tabs)), range: range))
    case .tabs:
      if case .code(let code)? = blocks.first?.kind, isTab(code) {
        blocks.insert(Block(.html(TabMarker.comment), range: range), at: 0)
      } else {
        report(.tabsWithoutNames, at: containers.range(of: last.number))
      }
    case .codeGroup:
      let tabs = blocks.compactMap { codeTab($0) }
      blocks.removeAll { $0.shownCode != nil }
      if !tabs.isEmpty { blocks.append(Block(.tabs(TabGroup(tabs: tabs)), range: range)) }
    default: break
    }
    open[open.count - 1].add(blocks)
  }

  /// Splits a list at the items that are asides, tabs and groups with indented content.
  private func splitting(_ block: Block) -> [Block] {
    guard case .list(let list) = block.kind else { return containers.splitting(block) }
    var result: [Block] = []
    for item in list.items {
      let range = SourceRange(
        item.content.first?.range.start ?? block.range.start,
        item.content.last?.range.end ?? block.range.end)
      switch containers.line(item.content.first)?.mark {
      case .aside(var aside):
        aside.content = Array(item.content.dropFirst())
        result.append(Block(.aside(aside), range: range))
      case .tab(let label):
        let tab = tab(label, content: Array(item.content.dropFirst()))
        if case .tabs(var group)? = result.last?.kind {
          group.tabs.append(tab)
          result[result.count - 1].kind = .tabs(group)
        } else {
          result.append(Block(.tabs(TabGroup(tabs: [tab])), range: range))
        }
      case .group: result += item.content.dropFirst().flatMap { splitting($0) }
      default:
        if case .list(var last)? = result.last?.kind {
          last.items.append(item)
          result[result.count - 1].kind = .list(last)
        } else {
          let rest = List(start: list.start, isTight: list.isTight, items: [item])
          result.append(Block(.list(rest), range: result.isEmpty ? block.range : range))
        }
      }
    }
    return result
  }

  /// Returns a block as if a fence had the option `file` at the beginning of the line.
  private func snippet(_ file: String, in block: Block) -> Block {
    let range = containers.range(of: block.range.start.line)
    // SwiftPM compiles snippets in each build of the package.
    let mode = defaults.runsAll == true ? "compile-only " : ""
    let words = "swift \(mode)"
    let start = SourcePosition(
      line: range.start.line, column: range.start.column - words.utf8.count)
    let code = CodeBlock(info: words + "file=\"\(file)\"", infoStart: start, lines: [])
    return Block(.code(code), range: range)
  }

  /// Returns the tab of a block whose name follows its language, as in `sh [npm]`.
  private func codeTab(_ block: Block) -> TabGroup.Tab? {
    guard case .code(var code) = block.kind else { return nil }
    let label = code.info.firstMatch(of: /\[(.+)\]/)
    if let label { code.info.removeSubrange(label.range) }
    return tab(
      label.map { MarkdownParser.resolved(String($0.1)) } ?? code.language,
      content: [Block(.code(code), range: block.range)])
  }

  /// Returns a tab with a label that may be a language's name.
  func tab(_ label: String, content: [Block]) -> TabGroup.Tab {
    let language = TabLanguage.key(of: label)
    return TabGroup.Tab(
      label: label, key: language ?? HeadingIdentifiers.gitHub(label), isLanguage: language != nil,
      content: content)
  }

  private func text(of line: ContainerLine, block: Block) -> Block {
    Block(.paragraph([Inline(.text(line.text), range: block.range)]), range: block.range)
  }
}

/// A container whose end hasn't come, or the level itself.
private struct OpenContainer {
  /// The line that opened it; `nil` for the level.
  var line: ContainerLine?
  var number = 0
  /// The blocks before the first tab.
  var content: [Block] = []
  var tabs: [TabGroup.Tab] = []

  init() {}

  init(_ line: ContainerLine, number: Int) {
    self.line = line
    self.number = number
  }

  mutating func add(_ blocks: [Block]) {
    if tabs.isEmpty {
      content += blocks
    } else {
      tabs[tabs.count - 1].content += blocks
    }
  }

  /// Returns the container that a line closes: the innermost of as many colons or slashes, else of
  /// fewer.
  static func closed(by line: ContainerLine, among open: [OpenContainer]) -> Int? {
    if let same = open.lastIndex(where: { $0.line?.end == line.end }) { return same }
    guard case .closingLine(let count) = line.end else { return nil }
    return open.lastIndex { container in
      if case .closingLine(let own)? = container.line?.end { own < count } else { false }
    }
  }
}

extension Diagnostic.Message {
  static func unclosedContainer(_ line: ContainerLine) -> Self {
    let end =
      if case .closingLine(let count) = line.end { String(line.text.prefix(count)) } else {
        "# :/tabs"
      }
    return Self(
      .notClosed,
      "'\(line.text)' is never closed; write '\(end)' on the line after its content")
  }

  static func nothingToClose(_ text: String) -> Self {
    Self(
      .unsupportedSyntax, .warning,
      "'\(text)' closes nothing that is open in this text, quote or list item; remove it")
  }

  static func tabOutsideTabs(_ text: String) -> Self {
    Self(
      .tabsWithoutMarker,
      "'\(text)' is outside of tabs; write '# :tabs' before the first tab")
  }

  static let tabsWithoutNames = Self(
    .tabsWithoutBlocks, .warning, "these tabs have no names; begin each tab with '== NAME'")
}
