extension TemplateBuilder {
  mutating func openParent(_ index: Int) {
    let tag = tags[index]
    let indentation = indentation(before: tag)
    let endsLine =
      source.lineEnd(after: tag.range.upperBound) != nil
      || source.lineEnd(after: closing(of: index).range.upperBound) != nil
    if let indentation, endsLine {
      addText(upTo: indentation.lowerBound)
      isLineStart = true
    } else {
      beginInline(tag)
    }
    let node = addInclusion(tag, indentation: endsLine ? indentation : nil)
    push(.parent, tag: index, node: node)
    cursor = tag.range.upperBound
  }

  mutating func closeParent(_ element: Element, with tag: Tag) {
    guard !skipLine(of: tag) else { return }
    cursor = tag.range.upperBound
    isLineStart = false
    skipLineEnd(from: tags[element.tag], to: tag)
  }

  /// Opens a block: directly in a parent it is an argument, elsewhere a block to fill.
  mutating func openBlock(_ index: Int) {
    if let parent = elements.last, parent.role == .parent, let node = parent.node {
      openArgument(index, of: node)
    } else if isEmitting {
      openFillableBlock(index)
    } else {
      push(.block, tag: index, node: nil)
    }
  }

  /// Opens an argument; if its content begins on a new line, every line loses that line's
  /// indentation.
  private mutating func openArgument(_ index: Int, of parent: Int) {
    let tag = tags[index]
    cursor = tag.range.upperBound
    if let end = source.lineEnd(after: cursor) {
      removed.push(source.bytes[indentation(ofLineAt: end)])
      cursor = end
    } else {
      removed.push([])
    }
    isLineStart = true
    push(.argument, tag: index, node: parent)
  }

  mutating func closeArgument(_ element: Element, with tag: Tag) {
    addText(upTo: source.lineStart(before: tag.range.lowerBound) ?? tag.range.lowerBound)
    cursor = tag.range.upperBound
    removed.pop()
    guard let node = element.node, case .inclusion(let inclusion, _) = template.nodes[node] else {
      return
    }
    let content = element.contentStart..<template.nodes.count
    template.inclusions[inclusion].arguments[tag.name] = content
  }

  /// Opens a block to fill; a standalone one determines the indentation of its argument.
  ///
  /// The indentation is that of its own tag, or of the next line if the tag ends a line.
  private mutating func openFillableBlock(_ index: Int) {
    let tag = tags[index]
    let closing = closing(of: index).range
    let lineEnd = source.lineEnd(after: tag.range.upperBound)
    let end = source.lineEnd(after: closing.upperBound)
    let before = indentation(before: tag)
    var block = Template.Block(name: tag.name, indentation: nil, endsLine: false)
    if let before, let end {
      let indentation = lineEnd.map(indentation(ofLineAt:)) ?? before
      block.indentation = Array(source.bytes[indentation])
      block.endsLine = source.bytes[end - 1] == .newline
    }
    if let before, end != nil, lineEnd == nil {
      addText(upTo: before.lowerBound)
      cursor = tag.range.upperBound
    } else if !skipLine(of: tag) {
      beginInline(tag)
      cursor = tag.range.upperBound
    }
    template.blocks.append(block)
    let node = append(.block(template.blocks.count - 1, end: 0), at: tag.range)
    push(.block, tag: index, node: node)
    if let before, lineEnd == nil, end != nil, cursor < closing.lowerBound, !before.isEmpty {
      // The default content keeps the white space before the tag; an argument is indented by it.
      append(.text(before), at: before)
      isLineStart = false
    }
  }

  /// Skips the line end after an element that begins a line and ends one.
  mutating func skipLineEnd(from opening: Tag, to closing: Tag) {
    guard cursor == closing.range.upperBound,
      source.lineStart(before: opening.range.lowerBound) != nil,
      let end = source.lineEnd(after: cursor)
    else { return }
    cursor = end
    isLineStart = true
  }

  private func closing(of index: Int) -> Tag {
    // Every opening tag has a partner: a template with an unclosed tag isn't built.
    tags[partners[index] ?? index]
  }
}
