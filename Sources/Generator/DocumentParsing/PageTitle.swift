import DocgenDocModel
import DocgenGround

/// The title of a document whose front matter has none.
enum PageTitle {
  /// The most characters of a line that is a title.
  private static let longest = 80

  /// Returns the first heading of the first level, or one that all others are below; else the first
  /// paragraph if it is one short line, else the file's name; an empty title, which is the site's,
  /// for the page of the top folder.
  ///
  /// If that line looks like a title, it becomes a heading.
  static func find(in sections: inout [ParsedDocument.Section], of file: SourceFile) -> String {
    raiseTitle(in: &sections)
    for block in sections.flatMap(\.body) {
      switch block.kind {
      case .heading(let heading) where heading.level == 1:
        let text = heading.content.withoutImages.plainText.trimmed
        return text.isEmpty ? heading.content.plainText : text
      case .html(let html): if let title = heading(in: html) { return title }
      default: continue
      }
    }
    guard let first = sections.first?.body.first, case .paragraph(let content) = first.kind,
      // A logo, or what the state of the last build is.
      !content.contains(where: \.hasImage),
      !content.contains(where: { $0.kind == .softBreak || $0.kind == .lineBreak })
    else { return name(of: file) }
    let title = content.plainText.trimmed
    if title.isEmpty || title.count > longest { return name(of: file) }
    if sections[0].body.count > 1, let last = title.last, !".,:;!?".contains(last) {
      sections[0].body[0].kind = .heading(Heading(level: 1, content: content))
    }
    return title
  }

  /// Raises the levels of headings if the first block is one that all others are below.
  private static func raiseTitle(in sections: inout [ParsedDocument.Section]) {
    let levels = sections.flatMap(\.body).map(\.headingLevel)
    guard let first = levels.first ?? nil, first > 1,
      levels.dropFirst().allSatisfy({ $0.map { $0 > first } ?? true })
    else { return }
    for section in sections.indices {
      for block in sections[section].body.indices {
        guard case .heading(var heading) = sections[section].body[block].kind else { continue }
        heading.level -= first - 1
        sections[section].body[block].kind = .heading(heading)
      }
    }
  }

  /// Returns the text of the author's `<h1>`, or of the logo in it; `nil` for none.
  private static func heading(in html: String) -> String? {
    guard let match = html.firstMatch(of: /(?is)<h1\b[^>]*>(.*?)<\/h1>/) else { return nil }
    let text = match.1.replacing(/<[^>]*>/, with: "").trimmed
    let logo = match.1.firstMatch(of: /(?i)\balt="([^"]*)"/)?.1 ?? ""
    let title = (text.isEmpty ? String(logo) : text).replacing("&amp;", with: "&")
    return title.isEmpty ? nil : title
  }

  /// Returns the name of a file in words, such as `Event hooks` for `event-hooks.md`; that of its
  /// folder for the folder's page, which is empty at the top.
  private static func name(of file: SourceFile) -> String {
    var names = file.path.split(separator: "/")
    if DocumentPath.folderPage(of: file.path) != nil { names.removeLast() }
    if names == ["content"] { return "" }
    let name = names.last?.prefix { $0 != "." } ?? ""
    let parts = name.split { "-_ ".contains($0) }
    // A number before the name sorts it.
    let isSorted = parts.count > 1 && Int(parts[0]) != nil && Int(parts[1]) == nil
    return parts.dropFirst(isSorted ? 1 : 0).joined(separator: " ").capitalizedFirst
  }
}

extension Block {
  fileprivate var headingLevel: Int? {
    if case .heading(let heading) = kind { heading.level } else { nil }
  }
}

extension Inline {
  /// Whether the element is an image or contains one.
  fileprivate var hasImage: Bool {
    if case .image = kind { true } else { children.contains(where: \.hasImage) }
  }
}

extension [Inline] {
  /// The elements without images, such as the badges after a title.
  var withoutImages: [Inline] { filter { !$0.hasImage } }
}
