import DocgenDocModel
import DocgenGround
import DocgenHTMLParsing

/// Finds what is wrong between the author's HTML and the rest of a page.
///
/// An element must begin and end in the same of both, because docgen closes every list item, quote
/// and cell that it opens.
struct PageHTMLCheck {
  /// The most elements that may be open at once; more could exhaust the parser's stack.
  private static let maximumDepth = 200
  /// The most problems of a page that are reported; they often have one cause.
  private static let maximumCount = 100

  private let page: FinishedPage
  private let authors: [Int: FinishedPage.Tag]
  private let file: SourceFile
  /// Whether another generator may have written the beginning of an element, or an identifier.
  private let isFilledIn: Bool
  private var diagnostics: [Diagnostic] = []
  /// The locations of tags in the author's HTML that has problems, by its beginning.
  private var locations: [SourcePosition: HTMLTagLocations] = [:]

  /// Returns the problems of a page; there are none where the author wrote no HTML.
  static func problems(of page: FinishedPage, in document: ParsedDocument) -> [Diagnostic] {
    guard !page.tags.isEmpty else { return [] }
    var check = PageHTMLCheck(page: page.withoutOwnParts, document: document)
    check.run()
    return check.diagnostics
  }

  private init(page: FinishedPage, document: ParsedDocument) {
    self.page = page
    file = document.file
    isFilledIn = document.isFilledIn
    authors = Dictionary(page.tags.map { ($0.offset, $0) }) { first, _ in first }
  }

  private mutating func run() {
    var depth = 0
    for tag in page.tags where !HTMLElements.mayBeOpen.contains(tag.tag.name) {
      depth += tag.tag.isEnd ? -1 : 1
      if depth > Self.maximumDepth {
        return report(.elementsTooDeep(Self.maximumDepth), at: tag)
      }
    }
    let elements = HTMLTree(parsing: String(decoding: page.bytes, as: UTF8.self)).elements
    checkEnds(of: elements)
    checkIdentifiers(of: elements)
    let others = diagnostics
    diagnostics = []
    for element in elements where element.name == "img" && element.attributes["alt"] == nil {
      if let tag = authors[element.startTag.lowerBound] { report(.missingAltAttribute, at: tag) }
    }
    diagnostics = others + diagnostics.asOne
  }

  private mutating func checkEnds(of elements: [HTMLTree.Element]) {
    var used: Set<Int> = []
    // The author's end tags that end elements of docgen's.
    var foreign: Set<Int> = []
    for element in elements {
      let end = element.end.flatMap { authors[$0.lowerBound] }
      let mayBeOpen = HTMLElements.mayBeOpen.contains(element.name)
      guard let start = authors[element.startTag.lowerBound] else {
        // A browser ends emphasis at the end of a block, and begins it again after that.
        let isForeign = !mayBeOpen && !HTMLElements.phrasing.contains(element.name)
        if let end, isForeign { foreign.insert(end.offset) }
        continue
      }
      if let end, element.isClosed {
        used.insert(end.offset)
      } else if !mayBeOpen, !start.tag.isUnfinished,
        !(element.isForeign && start.tag.isSelfClosed)
      {
        report(.notClosed(element.name), at: start)
      }
    }
    for tag in page.tags where tag.tag.isUnfinished {
      let name = tag.tag.name.uppercased()
      let end = HTMLTag.ends[name]
      report(end.map { .open(name, end: $0) } ?? .openTag(tag.tag.name), at: tag)
    }
    // An element that encloses what follows it explains the other problems.
    guard !diagnostics.contains(where: { $0.severity == .error }) else { return }
    for tag in page.tags where tag.tag.isEnd {
      let isUsed = used.contains(tag.offset) || HTMLElements.mayBeOpen.contains(tag.tag.name)
      if !isUsed || foreign.contains(tag.offset) {
        report(.strayEndTag(tag.tag.name, isFilledIn: isFilledIn), at: tag)
      }
    }
  }

  private static let references = [
    "aria-controls", "aria-describedby", "aria-labelledby", "aria-owns", "for",
  ]

  private mutating func checkIdentifiers(of elements: [HTMLTree.Element]) {
    var first: [String: FinishedPage.Tag?] = [:]
    let named = elements.filter { $0.attributes["id"]?.isEmpty == false }
    for element in named {
      guard let id = element.attributes["id"] else { continue }
      let own = authors[element.startTag.lowerBound]
      if let other = first[id] {
        if let tag = own ?? other { report(.repeatedID(id), at: tag) }
      } else {
        first[id] = own
      }
    }
    for element in elements {
      guard let tag = authors[element.startTag.lowerBound] else { continue }
      // Other elements with this attribute are those of other generators.
      let isLabel = element.name == "label" || element.name == "output"
      for name in Self.references where name != "for" || isLabel {
        for id in (element.attributes[name] ?? "").split(whereSeparator: \.isWhitespace)
        where first[String(id)] == nil {
          report(.missingID(String(id), attribute: name, isFilledIn: isFilledIn), at: tag)
        }
      }
    }
  }

  private mutating func report(_ message: Diagnostic.Message, at tag: FinishedPage.Tag) {
    guard diagnostics.count < Self.maximumCount else { return }
    let locations =
      locations[tag.start] ?? HTMLTagLocations(in: tag.html, from: tag.start, of: file)
    self.locations[tag.start] = locations
    diagnostics.append(Diagnostic(message, at: file.location(locations.range(of: tag.tag))))
  }
}

extension Diagnostic.Message {
  /// An error if the element encloses what follows it.
  static func notClosed(_ name: String) -> Self {
    // Browsers know no element `block`, which some portals use.
    let isHarmless =
      HTMLElements.phrasing.contains(name) || name.contains("-") || name == "block"
    return Self(
      .notClosed, isHarmless ? .warning : .error,
      "'<\(name)>' isn't closed before its list item, quote, cell or page ends"
        + "\(isHarmless ? "" : ", and contains what follows it"); write '</\(name)>' where it ends, "
        + "or put '<\(name)>' in backquotes")
  }

  static func open(_ name: String, end: String) -> Self {
    Self(
      .notClosed,
      "'<\(name)' isn't closed and hides what follows it; write '\(end)' where it ends, or put "
        + "'<\(name)' in backquotes")
  }

  static func openTag(_ name: String) -> Self {
    Self(
      .notClosed,
      "the tag '\(name)' has no '>' and contains what follows it; write '>' where it ends, or put it "
        + "in backquotes")
  }

  static func strayEndTag(_ name: String, isFilledIn: Bool) -> Self {
    Self(
      .strayEndTag, isFilledIn ? .warning : .error,
      "'</\(name)>' closes nothing in its list item, quote, cell or page; remove it, or write "
        + "'<\(name)>' where the element begins")
  }

  static func repeatedID(_ id: String) -> Self {
    Self(
      .repeatedID, .warning, "the page has the id '\(id)' twice; give this element another one")
  }

  static let missingAltAttribute = Self(
    .missingAltText, .hint,
    "this image has no description; write 'alt=\"…\"' with what it shows, or 'alt=\"\"' if it "
      + "only decorates")

  static func missingID(_ id: String, attribute: String, isFilledIn: Bool) -> Self {
    Self(
      .brokenAnchor, isFilledIn ? .warning : .error,
      "'\(attribute)' names '\(id)', but no element of the page has this id")
  }

  static func elementsTooDeep(_ maximum: Int) -> Self {
    Self(.nestedTooDeeply, "HTML elements are nested more than \(maximum) deep; close some of them")
  }
}
