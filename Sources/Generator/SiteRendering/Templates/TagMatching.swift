import DocgenGround

/// Finds the closing tag of every tag that needs one.
struct TagMatching {
  /// For each opening tag the index of its closing tag, and vice versa.
  private(set) var partners: [Int?]
  /// The errors for tags that aren't closed or opened.
  private(set) var diagnostics: [Diagnostic] = []

  private let tags: [Tag]
  private let source: TemplateSource
  private var openings: [Int] = []
  private var openCounts: [String: Int] = [:]
  private let lastClosings: [String: Int]

  /// The deepest nesting of tags; see `Renderer.maximumDepth`.
  static let maximumDepth = Renderer.maximumDepth

  init(matching tags: [Tag], of source: TemplateSource) {
    self.tags = tags
    self.source = source
    partners = Array(repeating: nil, count: tags.count)
    let closings = tags.indices.filter { tags[$0].kind == .closing }
    lastClosings = Dictionary(closings.map { (tags[$0].name, $0) }) { _, last in last }
    for index in tags.indices {
      if tags[index].kind.opensElement { open(index) }
      if tags[index].kind == .closing { close(index) }
    }
    for opening in openings { report(.unclosedElement(tags[opening]), at: opening) }
  }

  private mutating func open(_ index: Int) {
    openings.append(index)
    openCounts[tags[index].name, default: 0] += 1
    if openings.count == Self.maximumDepth + 1 { report(.nestedTooDeep(tags[index]), at: index) }
  }

  private mutating func close(_ index: Int) {
    let name = tags[index].name
    guard let innermost = openings.last else {
      return report(.unopenedClosing(tags[index]), at: index)
    }
    if openCounts[name, default: 0] > 0 {
      while let opening = popOpening(), !pair(opening, closing: index) {
        report(
          .unclosedElement(tags[opening]), at: opening,
          note: "'\(tags[index].text)' closes what is around it here", at: index)
      }
    } else if lastClosings[tags[innermost].name, default: 0] > index {
      report(.unopenedClosing(tags[index]), at: index)
    } else {
      // Nothing else closes the innermost tag: this is its closing tag, misspelled.
      report(
        .mismatchedClosing(tags[index], of: tags[innermost]), at: index,
        note: "'\(tags[innermost].text)' is opened here", at: innermost)
      _ = popOpening()
    }
  }

  private mutating func popOpening() -> Int? {
    guard let opening = openings.popLast() else { return nil }
    openCounts[tags[opening].name, default: 1] -= 1
    return opening
  }

  /// Pairs two tags if they belong together; returns whether they do.
  private mutating func pair(_ opening: Int, closing: Int) -> Bool {
    guard tags[opening].name == tags[closing].name else { return false }
    partners[opening] = closing
    partners[closing] = opening
    return true
  }

  private mutating func report(_ message: Diagnostic.Message, at index: Int) {
    diagnostics.append(Diagnostic(message, at: source.location(of: tags[index].range)))
  }

  private mutating func report(
    _ message: Diagnostic.Message, at index: Int, note: String, at other: Int
  ) {
    let note = Diagnostic.Note(note, at: source.location(of: tags[other].range))
    diagnostics.append(
      Diagnostic(message, at: source.location(of: tags[index].range), notes: [note]))
  }
}

extension Diagnostic.Message {
  fileprivate static func unclosedElement(_ tag: Tag) -> Self {
    Self(.templateSyntax, .error, "unclosed tag '\(tag.text)'; close it with '\(tag.closingText)'")
  }

  fileprivate static func unopenedClosing(_ tag: Tag) -> Self {
    Self(
      .templateSyntax, .error,
      "'\(tag.text)' closes nothing; remove it, or open it with "
        + "'\(tag.delimiters.around(Tag.Kind.section.rawValue + tag.name.clipped))'")
  }

  fileprivate static func mismatchedClosing(_ tag: Tag, of opening: Tag) -> Self {
    Self(
      .templateSyntax, .error,
      "'\(tag.text)' does not close '\(opening.text)'; write '\(opening.closingText)'")
  }

  fileprivate static func nestedTooDeep(_ tag: Tag) -> Self {
    Self(
      .templateSyntax, .error,
      "'\(tag.text)' is nested more than \(TagMatching.maximumDepth) deep; "
        + "move the inner part to a template of its own")
  }
}
