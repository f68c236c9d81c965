import DocgenDocModel
import DocgenGround

/// The title of a document whose front matter has none.
enum PageTitle {
  /// The most characters of a line that is a title.
  private static let longest = 80

  /// Returns the first heading, else the first paragraph if it is one short line, else the file's name.
  ///
  /// If that line looks like a title, it becomes a heading.
  static func find(in sections: inout [ParsedDocument.Section], of file: SourceFile) -> String {
    for block in sections.flatMap(\.body) {
      switch block.kind {
      case .heading(let heading): return heading.content.plainText
      case .html(let html): if let title = heading(in: html) { return title }
      default: continue
      }
    }
    guard let first = sections.first?.body.first, case .paragraph(let content) = first.kind,
      // A logo, or what the state of the last build is.
      !content.contains(where: \.hasImage),
      !content.contains(where: { $0.kind == .softBreak || $0.kind == .lineBreak })
    else { return name(of: file) }
    let title = content.plainText[...].trimmed
    if title.isEmpty || title.count > longest { return name(of: file) }
    if sections[0].body.count > 1, let last = title.last, !".,:;!?".contains(last) {
      sections[0].body[0].kind = .heading(Heading(level: 1, content: content))
    }
    return title
  }

  /// Returns the text of the author's `<h1>`; `nil` for none, or for a logo.
  private static func heading(in html: String) -> String? {
    let match = html.firstMatch(of: /(?is)<h1\b[^>]*>(.*?)<\/h1>/)
    let text = match?.1.replacing(/<[^>]*>/, with: "").replacing("&amp;", with: "&")
    return text.map { $0.trimmed }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the name of a file in words, such as `Event hooks` for `event-hooks.md`.
  private static func name(of file: SourceFile) -> String {
    let name = file.path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
    let words = name.split { "-_ ".contains($0) }.joined(separator: " ")
    return words.prefix(1).uppercased() + words.dropFirst()
  }
}

extension Inline {
  /// Whether the element is an image or contains one.
  fileprivate var hasImage: Bool {
    if case .image = kind { true } else { children.contains(where: \.hasImage) }
  }
}
