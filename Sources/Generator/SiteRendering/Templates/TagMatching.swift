import DocgenGround

/// Finds the closing tag of every tag that needs one.
struct TagMatching {
  /// For each opening tag the index of its closing tag, and vice versa.
  private(set) var partners: [Int?]
  /// The errors for tags that aren't closed or opened.
  private(set) var diagnostics: [Diagnostic] = []

  private let tags: [Tag]
  private let source: TemplateSource
  /// The opening tags that aren't closed yet, innermost last.
  private var openings: [Int] = []

  init(matching tags: [Tag], of source: TemplateSource) {
    self.tags = tags
    self.source = source
    partners = Array(repeating: nil, count: tags.count)
    for index in tags.indices {
      if tags[index].kind.opensElement { openings.append(index) }
      if tags[index].kind == .closing { close(index) }
    }
    for opening in openings { report(.unclosedElement(tags[opening]), at: opening) }
  }

  private mutating func close(_ index: Int) {
    if let depth = openings.lastIndex(where: { tags[$0].name == tags[index].name }) {
      for opening in openings[(depth + 1)...] {
        report(
          .unclosedElement(tags[opening]), at: opening,
          note: "'\(tags[index].text)' closes what is around it here", at: index)
      }
      partners[openings[depth]] = index
      partners[index] = openings[depth]
      openings.removeSubrange(depth...)
    } else if let innermost = openings.last, !isClosed(innermost, after: index) {
      // This is its closing tag, misspelled.
      report(
        .mismatchedClosing(tags[index], of: tags[innermost]), at: index,
        note: "'\(tags[innermost].text)' is opened here", at: innermost)
      openings.removeLast()
    } else {
      report(.unopenedClosing(tags[index]), at: index)
    }
  }

  private func isClosed(_ opening: Int, after index: Int) -> Bool {
    tags[index...].contains { $0.kind == .closing && $0.name == tags[opening].name }
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
}
