import DocgenDocModel
import DocgenGround

/// The title of a document whose front matter has none.
enum PageTitle {
  /// The most characters of a line that is a title.
  private static let longest = 80

  /// Returns the first heading, else the first line, else the file's name.
  ///
  /// If the first line is a paragraph that looks like a title, it becomes a heading.
  static func find(in sections: inout [ParsedDocument.Section], of file: SourceFile) -> String {
    for block in sections.flatMap(\.body) {
      if case .heading(let heading) = block.kind {
        return heading.content.plainText
      }
    }
    guard let first = sections.first?.body.first, case .paragraph(let content) = first.kind else {
      return name(of: file)
    }
    let line = content.prefix { $0.kind != .softBreak && $0.kind != .lineBreak }
    // A logo, or what the state of the last build is.
    if line.contains(where: \.hasImage) { return name(of: file) }
    let title = Array(line).plainText[...].trimmed
    if title.isEmpty { return name(of: file) }
    if title.count > longest {
      let words = title.prefix(longest)
      return words[..<(words.lastIndex(of: " ") ?? words.endIndex)] + "…"
    }
    let isWhole = line.count == content.count && sections[0].body.count > 1
    if isWhole, let last = title.last, !".,:;!?".contains(last) {
      sections[0].body[0].kind = .heading(Heading(level: 1, content: content))
    }
    return title
  }

  private static func name(of file: SourceFile) -> String {
    String(file.path.split(separator: "/").last?.prefix { $0 != "." } ?? "")
  }
}

extension Inline {
  /// Whether the element is an image or contains one.
  fileprivate var hasImage: Bool {
    if case .image = kind { true } else { children.contains(where: \.hasImage) }
  }
}
