import DocgenGround

/// Finds the tags of a template, from its first byte to its last.
///
/// It reports a malformed tag but keeps it, so that its counterpart isn't reported too.
struct TagScanner {
  /// The tags, in their order.
  private(set) var tags: [Tag] = []
  /// The problems with tags, in order.
  private(set) var diagnostics: [Diagnostic] = []

  private let source: TemplateSource
  private var delimiters = Delimiters.standard

  init(scanning source: TemplateSource) {
    self.source = source
    var offset = 0
    while let start = source.firstOffset(of: delimiters.opening, from: offset) {
      offset = scanTag(at: start)
    }
  }

  /// Parses the tag whose opening delimiter is at an offset; returns where to continue.
  private mutating func scanTag(at start: Int) -> Int {
    var content = start + delimiters.opening.count
    while content < source.bytes.count, source.bytes[content].isWhiteSpace { content += 1 }
    guard content < source.bytes.count, !source.matches(delimiters.closing, at: content) else {
      return scanName(of: .variable, from: start, content: content, to: delimiters.closing)
    }
    let sigil = source.bytes[content]
    if sigil == UInt8(ascii: "{") {
      let closing = [UInt8(ascii: "}")] + delimiters.closing
      return scanName(of: .unescaped, from: start, content: content + 1, to: closing)
    }
    switch Tag.Kind(rawValue: String(Unicode.Scalar(sigil))) {
    case .comment:
      return scanComment(from: start, content: content + 1)
    case .delimiters:
      return scanDelimiters(from: start, content: content + 1)
    case .some(let kind):
      return scanName(of: kind, from: start, content: content + 1, to: delimiters.closing)
    case nil:
      return scanName(of: .variable, from: start, content: content, to: delimiters.closing)
    }
  }

  private mutating func scanComment(from start: Int, content: Int) -> Int {
    guard let end = source.firstOffset(of: delimiters.closing, from: content) else {
      report(.unclosedTag(text(start..<content), closing: delimiters.closing), at: start..<content)
      return source.bytes.count
    }
    let after = end + delimiters.closing.count
    append(.comment, name: "", range: start..<after)
    return after
  }

  /// Parses `{{=<% %>=}}`, which must be on one line.
  private mutating func scanDelimiters(from start: Int, content: Int) -> Int {
    let closing = [UInt8(ascii: "=")] + delimiters.closing
    let line = content..<(source.bytes[content...].firstIndex(of: .newline) ?? source.bytes.count)
    guard let end = line.first(where: { source.matches(closing, at: $0) }) else {
      let range = start..<firstWord(from: content).upperBound
      report(.malformedDelimiters(text(range), delimiters: delimiters), at: range)
      return content
    }
    let range = start..<end + closing.count
    let words = source.bytes[content..<end].split { $0.isWhiteSpace }.map(Array.init)
    append(.delimiters, name: "", range: range)
    if words.count == 2, !words.joined().contains(UInt8(ascii: "=")) {
      delimiters = Delimiters(opening: words[0], closing: words[1])
    } else {
      report(.malformedDelimiters(text(range), delimiters: delimiters), at: range)
    }
    return range.upperBound
  }

  private mutating func scanName(
    of kind: Tag.Kind, from start: Int, content: Int, to closing: [UInt8]
  ) -> Int {
    guard let end = nameEnd(from: content, closing: closing) else {
      let word = firstWord(from: content)
      let range = start..<word.upperBound
      report(.unclosedTag(text(range), closing: closing), at: range)
      append(kind, name: source.text(word), range: range)
      return content
    }
    let range = start..<end + closing.count
    let name = source.text(source.trimmed(content..<end))
    if let problem = problem(with: name, of: kind, in: range) { report(problem, at: range) }
    append(kind, name: name, range: range)
    return range.upperBound
  }

  /// Returns the offset of a name's closing delimiter; `nil` when another tag or the end comes
  /// first.
  private func nameEnd(from content: Int, closing: [UInt8]) -> Int? {
    for offset in content..<source.bytes.count {
      if source.matches(closing, at: offset) { return offset }
      if source.matches(delimiters.opening, at: offset) { return nil }
    }
    return nil
  }

  private func problem(
    with name: String, of kind: Tag.Kind, in range: Range<Int>
  ) -> Diagnostic.Message? {
    if name.isEmpty { return .tagWithoutName(text(range)) }
    if name.utf8.contains(where: \.isWhiteSpace) { return .nameWithWhiteSpace(name) }
    let isLookedUp = [.variable, .unescaped, .section, .inverted].contains(kind)
    return isLookedUp && NamePath(name) == nil ? .nameWithEmptyPart(name) : nil
  }

  /// Returns the bytes up to the next white space or tag, probably the intended content of an
  /// unclosed tag.
  private func firstWord(from content: Int) -> Range<Int> {
    let end = (content..<source.bytes.count).first {
      source.bytes[$0].isWhiteSpace || source.matches(delimiters.opening, at: $0)
    }
    return content..<(end ?? source.bytes.count)
  }

  private mutating func append(_ kind: Tag.Kind, name: String, range: Range<Int>) {
    tags.append(Tag(kind: kind, name: name, range: range, delimiters: delimiters))
  }

  private mutating func report(_ message: Diagnostic.Message, at range: Range<Int>) {
    diagnostics.append(Diagnostic(message, at: source.location(of: range)))
  }

  private func text(_ range: Range<Int>) -> String {
    source.text(range).clipped
  }
}

extension Diagnostic.Message {
  fileprivate static func unclosedTag(_ tag: String, closing: [UInt8]) -> Self {
    let closing = String(decoding: closing, as: UTF8.self)
    return Self(.templateSyntax, .error, "unclosed tag '\(tag)'; end it with '\(closing)'")
  }

  fileprivate static func malformedDelimiters(_ tag: String, delimiters: Delimiters) -> Self {
    Self(
      .templateSyntax, .error,
      "malformed delimiters '\(tag)'; write two of them with a space between, on one line, like "
        + "'\(delimiters.around("=<% %>="))'")
  }

  fileprivate static func tagWithoutName(_ tag: String) -> Self {
    Self(.templateSyntax, .error, "the tag '\(tag)' has no name; give it one or remove it")
  }

  fileprivate static func nameWithWhiteSpace(_ name: String) -> Self {
    Self(
      .templateSyntax, .error,
      "white space in the name '\(name.clipped)'; write the name as one word")
  }

  fileprivate static func nameWithEmptyPart(_ name: String) -> Self {
    Self(
      .templateSyntax, .error,
      "the name '\(name.clipped)' has an empty part; write one dot between two names")
  }
}
