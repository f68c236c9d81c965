import DocgenDocModel
import DocgenGround

/// Warns about headings that screen readers read as another structure than the page has.
enum HeadingOrder {
  /// Returns a warning for the second title of a page, and one for its headings that skip a level.
  static func warnings(in document: ParsedDocument) -> [Diagnostic] {
    var second: [Diagnostic] = []
    var skipped: [Diagnostic] = []
    var titles = 0
    // A page has a title, in its text or above it.
    var last = 1
    func add(_ level: Int, at range: SourceRange) {
      if level == 1 { titles += 1 }
      let location = document.file.location(range)
      if level == 1, titles == 2 { second.append(Diagnostic(.secondTitle, at: location)) }
      if level > last + 1 {
        skipped.append(Diagnostic(.skippedLevel(level, after: last), at: location))
      }
      last = level
    }
    func add(_ html: String, at range: SourceRange) {
      let headings = HTMLTag.startTags(in: html).compactMap { tag in
        tag.name.utf8.count == 2 && tag.name.hasPrefix("h")
          ? Int(tag.name.dropFirst()).map { (level: $0, tag: tag) } : nil
      }
      if headings.isEmpty { return }
      let locations = HTMLTagLocations(in: html, from: range.start, of: document.file)
      for heading in headings { add(heading.level, at: locations.range(of: heading.tag)) }
    }
    let hasHTML = ["<h", "<H"].contains { document.file.text.contains(bytesOf: $0) }
    document.forEachBlock { block in
      switch block.kind {
      case .heading(let heading): add(heading.level, at: block.range)
      case .html(let html): add(html, at: block.range)
      case _ where hasHTML:
        block.forEachInline { inline in
          if case .html(let html) = inline.kind { add(html, at: block.range) }
        }
      default: break
      }
    }
    return second + skipped.asOne
  }
}

extension Diagnostic.Message {
  static let secondTitle = Self(
    .headingOrder, .warning,
    "the page has a heading of the first level already; write '##' here, or make two pages")

  static func skippedLevel(_ level: Int, after last: Int) -> Self {
    Self(
      .headingOrder, .warning,
      "this heading of level \(level) follows one of level \(last); write "
        + "'\(String(repeating: "#", count: last + 1))'")
  }
}
