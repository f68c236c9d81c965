internal import CDocgenCmarkGFM
import DocgenDocModel
import DocgenGround

extension TreeReader {
  func inlines(in parent: Node, depth: Int) throws(MarkdownParser.NestingTooDeep) -> [Inline] {
    var inlines: [Inline] = []
    inlines.reserveCapacity(childCount(of: parent))
    var node = cmark_node_first_child(parent)
    while let child = node {
      if let inline = try inline(child, depth: depth + 1) {
        if let parts = inline.dividedAfterAddress {
          inlines += parts
        } else {
          inlines.append(inline)
        }
      }
      node = cmark_node_next(child)
    }
    return inlines
  }

  private func inline(_ node: Node, depth: Int) throws(MarkdownParser.NestingTooDeep) -> Inline? {
    let range = range(ofInline: node)
    if depth > MarkdownParser.maximumDepth { throw .init(position: range.start) }
    return try inlineKind(of: node, depth: depth).map { Inline($0, range: range) }
  }

  private func range(ofInline node: Node) -> SourceRange {
    // cmark gives bare addresses no position; use that of their paragraph.
    guard cmark_node_get_start_line(node) > 0 else { return range(of: cmark_node_parent(node)) }
    let range = range(of: node)
    guard let paragraph else { return range }
    let isLink = [CMARK_NODE_LINK, CMARK_NODE_IMAGE].contains(cmark_node_get_type(node))
    return paragraph.range(ofRead: range, isLink: isLink)
  }

  private func inlineKind(
    of node: Node, depth: Int
  ) throws(MarkdownParser.NestingTooDeep) -> Inline.Kind? {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      let text = string(cmark_node_get_literal(node))
      return text.isEmpty ? nil : .text(text)
    case CMARK_NODE_CODE: return .code(string(cmark_node_get_literal(node)))
    case CMARK_NODE_EMPH: return .emphasis(try inlines(in: node, depth: depth))
    case CMARK_NODE_STRONG: return .strong(try inlines(in: node, depth: depth))
    case CMARK_NODE_LINK: return .link(try link(node, depth: depth))
    case CMARK_NODE_IMAGE: return .image(try link(node, depth: depth))
    case CMARK_NODE_HTML_INLINE: return .html(string(cmark_node_get_literal(node)))
    case CMARK_NODE_SOFTBREAK:
      return isInUnspacedText(node) ? nil : .softBreak
    case CMARK_NODE_LINEBREAK: return .lineBreak
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      // cmark has replaced the label with the footnote's number.
      return .footnoteReference(string(cmark_node_get_literal(node)))
    case _ where name(of: node) == "strikethrough":
      return .strikethrough(try inlines(in: node, depth: depth))
    default: return nil
    }
  }

  /// Whether a break is between lines of Chinese or Japanese, which have no spaces between words.
  private func isInUnspacedText(_ softBreak: Node) -> Bool {
    let next = cmark_node_get_literal(cmark_node_next(softBreak))
    // Most texts are ASCII.
    guard let next, UInt8(truncatingIfNeeded: next.pointee) >= 0x80 else { return false }
    return string(next).first?.isUnspaced == true
      && string(cmark_node_get_literal(cmark_node_previous(softBreak))).last?.isUnspaced == true
  }

  private func link(
    _ node: Node, depth: Int
  ) throws(MarkdownParser.NestingTooDeep) -> Inline.Link {
    Inline.Link(
      destination: string(cmark_node_get_url(node)), title: string(cmark_node_get_title(node)),
      content: try inlines(in: node, depth: depth))
  }
}

extension Character {
  /// Whether the character is of a language without spaces: Chinese, Japanese and their
  /// punctuation.
  fileprivate var isUnspaced: Bool {
    unicodeScalars.first.map {
      ("\u{3000}"..."\u{9FFF}").contains($0) || ("\u{FF01}"..."\u{FFEF}").contains($0)
    } ?? false
  }
}

extension Inline {
  /// A bare address with punctuation of Chinese or Japanese as the address before that and the rest
  /// as text; `nil` for another element.
  fileprivate var dividedAfterAddress: [Inline]? {
    guard case .link(var link) = kind, link.content.count == 1,
      case .text(let text) = link.content[0].kind, link.destination.hasSuffix(text),
      text.hasPrefix("http") || text.hasPrefix("www."),
      let end = text.firstIndex(where: { "、。，．：；！？（）「」『』【】　".contains($0) })
    else { return nil }
    link.destination.removeLast(text[end...].count)
    link.content[0].kind = .text(String(text[..<end]))
    return [
      Inline(.link(link), range: range), Inline(.text(String(text[end...])), range: range),
    ]
  }
}
