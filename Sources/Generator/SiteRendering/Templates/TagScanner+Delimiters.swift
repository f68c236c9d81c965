import DocgenGround

extension TagScanner {
  /// Parses `{{=<% %>=}}`, which must be on one line.
  mutating func scanDelimiters(from start: Int, content: Int) -> Int {
    let closing = [UInt8(ascii: "=")] + delimiters.closing
    guard let end = delimitersEnd(from: content, closing: closing) else {
      let range = start..<firstWord(from: content).upperBound
      report(.malformedDelimiters(text(range), delimiters: delimiters), at: range)
      return content
    }
    let range = start..<end + closing.count
    let words = source.bytes[content..<end].split { $0.isWhiteSpace }.map(Array.init)
    append(.delimiters, name: "", range: range)
    if words.count != 2 || words.joined().contains(UInt8(ascii: "=")) {
      report(.malformedDelimiters(text(range), delimiters: delimiters), at: range)
    } else if words.contains(where: { $0.count > Delimiters.maximumLength }) {
      report(.longDelimiters, at: range)
    } else {
      delimiters = Delimiters(opening: words[0], closing: words[1])
      delimiterEndsFrom = range.upperBound
    }
    return range.upperBound
  }

  private mutating func delimitersEnd(from content: Int, closing: [UInt8]) -> Int? {
    guard content >= delimiterEndsFrom else { return nil }
    var offset = content
    while offset < source.bytes.count, source.bytes[offset] != .newline {
      if source.matches(closing, at: offset) { return offset }
      offset += 1
    }
    delimiterEndsFrom = offset
    return nil
  }
}

extension Diagnostic.Message {
  fileprivate static func malformedDelimiters(_ tag: String, delimiters: Delimiters) -> Self {
    Self(
      .templateSyntax, .error,
      "malformed delimiters '\(tag)'; write two of them with a space between, on one line, like "
        + "'\(delimiters.around("=<% %>="))'")
  }

  fileprivate static var longDelimiters: Self {
    Self(
      .templateSyntax, .error,
      "a delimiter is longer than \(Delimiters.maximumLength) bytes; choose a shorter one")
  }
}
