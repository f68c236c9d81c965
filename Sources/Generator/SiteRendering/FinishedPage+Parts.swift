import DocgenGround

extension FinishedPage {
  /// The elements of docgen's with most of a page's elements: from the beginning of the start tag,
  /// and from the end tag.
  private static let parts = [
    ("<pre><code", "</code></pre>"), ("<nav", "</nav>"),
  ].map { (start: Array($0.utf8), end: Array($1.utf8)) }
  private static let identifier = Array(" id=".utf8)

  /// The page without the content of code and navigations, which the author's tags can't end or
  /// name.
  var withoutOwnParts: FinishedPage {
    var (bytes, tags): ([UInt8], [Tag]) = ([], [])
    var (position, rest) = (0, self.tags[...])
    func add(to end: Int) {
      while var tag = rest.first, tag.offset < end {
        tag.offset += bytes.count - position
        tags.append(tag)
        rest.removeFirst()
      }
      bytes += self.bytes[position..<end]
      position = end
    }
    for part in Self.parts.flatMap(ranges).sorted(by: { $0.lowerBound < $1.lowerBound })
    where part.lowerBound >= position {
      add(to: part.lowerBound)
      // An author may have written such an element.
      if rest.first.map({ $0.offset >= part.upperBound }) ?? true { position = part.upperBound }
    }
    add(to: self.bytes.count)
    return FinishedPage(bytes: bytes, tags: tags)
  }

  /// Returns where such elements have content without identifiers.
  private func ranges(of part: (start: [UInt8], end: [UInt8])) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var rest = bytes[...]
    while let tag = rest.firstIndexRange(of: part.start),
      let start = rest[tag.upperBound...].firstIndex(of: UInt8(ascii: ">")),
      let end = rest[start...].firstIndexRange(of: part.end)
    {
      let content = start + 1..<end.lowerBound
      if rest[content].firstIndexRange(of: Self.identifier) == nil { ranges.append(content) }
      rest = rest[end.upperBound...]
    }
    return ranges
  }
}
