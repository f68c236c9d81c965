internal import CDocgenCmarkGFM
public import DocgenDocModel
public import DocgenGround

/// Parses CommonMark with GitHub's tables, strikethrough, autolinks, task lists and footnotes.
public enum MarkdownParser {
  /// The deepest nesting allowed: walking the tree must not exhaust the stack.
  public static let maximumDepth = 100

  /// A document that cannot be walked safely.
  public struct NestingTooDeep: Error, Sendable, Equatable {
    /// The position of the first block or inline element that is too deep.
    public let position: SourcePosition
  }

  /// Parses lines of a file; ranges refer to the file.
  ///
  /// - Parameters:
  ///   - text: the lines to parse, with LF ends.
  ///   - file: the file they are from, which provides the exact columns of code lines.
  ///   - firstLine: the line of the file at which `text` begins.
  /// - Throws: `NestingTooDeep`.
  public static func parse(
    _ text: String, in file: SourceFile, firstLine: Int = 1
  ) throws(NestingTooDeep) -> [Block] {
    let tree = SyntaxTree(parsing: text)
    let reader = TreeReader(file: file, lineOffset: firstLine - 1)
    return try reader.blocks(in: tree.root, depth: 0).numberingFootnotes()
  }

  /// Returns a part of the text after a fence with its backslash escapes and character references
  /// resolved (CommonMark 4.5).
  static func resolved(_ text: String) -> String {
    guard text.contains(byteWhere: { "\\&".utf8.contains($0) }) else { return text }
    // A backtick can be part of this text after tildes only.
    let tree = SyntaxTree(parsing: "~~~x \(text)\n")
    let info = cmark_node_get_fence_info(cmark_node_first_child(tree.root)).map {
      String(cString: $0)
    }
    return info.map { String($0.dropFirst(2)) } ?? text
  }
}

extension [Block] {
  /// Labels footnotes by number, as their references are: cmark returns them in that order.
  fileprivate func numberingFootnotes() -> [Block] {
    var number = 0
    return map { block in
      guard case .footnote(_, let content) = block.kind else { return block }
      number += 1
      return Block(.footnote(label: String(number), content: content), range: block.range)
    }
  }
}
