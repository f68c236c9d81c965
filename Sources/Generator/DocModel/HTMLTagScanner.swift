/// Finds tags as the HTML standard's tokenizer does (13.2.5).
struct HTMLTagScanner {
  let bytes: [UInt8]
  private var index = 0
  /// The number of SVG and MathML elements that are open.
  private var graphics = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func scan() -> [HTMLTag] {
    var tags: [HTMLTag] = []
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "<") {
        index += 1
      } else if let name = ["!--", "![CDATA[", "!", "?"].first(where: { isAt("<\($0)") }) {
        if let open = skipHidden(name) { tags.append(open) }
      } else if var tag = readTag() {
        if ["svg", "math"].contains(tag.name), !tag.isSelfClosed, !tag.isUnfinished {
          graphics = max(0, graphics + (tag.isEnd ? -1 : 1))
        }
        tag.isInGraphic = graphics > 0
        tags.append(tag)
        if !tag.isEnd, HTMLElements.raw.contains(tag.name) { skipText(of: tag.name) }
      } else {
        index += 1
      }
    }
    return tags
  }

  /// Skips a comment or what Markdown hides like one, and returns a tag for one that isn't closed.
  private mutating func skipHidden(_ name: String) -> HTMLTag? {
    let start = index
    let end = HTMLTag.ends[name] ?? ">"
    // The shortest comment is `<!-->`.
    index += 2
    while index < bytes.count, !isAt(end) { index += 1 }
    if index == bytes.count {
      return HTMLTag(name: name.lowercased(), range: start..<index, isUnfinished: true)
    }
    // To a browser, all others but a graphic's text end at the first `>`.
    if name != "!--", !(name == "![CDATA[" && graphics > 0) {
      index = bytes[start...].firstIndex(of: UInt8(ascii: ">")) ?? index
    }
    return nil
  }

  private func isAt(_ text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

  /// Skips the text of an element without tags, such as a script.
  private mutating func skipText(of name: String) {
    let end = Array("</\(name)".utf8)
    while index < bytes.count {
      let isEnd = bytes[index...].prefix(end.count).elementsEqual(end) { byte, wanted in
        byte == wanted || byte.isASCIILetter && byte | 0x20 == wanted
      }
      if isEnd { return }
      index += 1
    }
  }

  private mutating func readTag() -> HTMLTag? {
    let start = index
    let isEnd = start + 1 < bytes.count && bytes[start + 1] == UInt8(ascii: "/")
    let first = start + (isEnd ? 2 : 1)
    guard first < bytes.count, bytes[first].isASCIILetter else { return nil }
    index = first
    var tag = HTMLTag(
      name: readName {
        !$0.isHTMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
      }, range: start..<start, isEnd: isEnd)
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ">") {
        tag.isSelfClosed = bytes[index - 1] == UInt8(ascii: "/") && !isEnd
        if let value = tag.attributes.last?.valueRange, value.upperBound == index, !value.isEmpty {
          tag.isSelfClosed = false  // The slash is part of a value without quotes.
        }
        index += 1
        tag.range = start..<index
        return tag
      } else if byte.isHTMLSpace || byte == UInt8(ascii: "/") {
        index += 1
      } else {
        tag.attributes.append(readAttribute())
      }
    }
    return HTMLTag(name: tag.name, range: start..<index, isEnd: isEnd, isUnfinished: true)
  }

  private mutating func readAttribute() -> HTMLTag.Attribute {
    let first = index
    index += 1  // A name may begin with any byte, even `=`.
    let rest = readName {
      !$0.isHTMLSpace && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
        && $0 != UInt8(ascii: "=")
    }
    let name = String(decoding: bytes[first..<first + 1], as: UTF8.self).lowercased() + rest
    skipSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: "=") else {
      return HTMLTag.Attribute(name: name, value: "", valueRange: index..<index)
    }
    index += 1
    skipSpace()
    let range = readValue()
    return HTMLTag.Attribute(
      name: name, value: HTMLElements.text(of: String(decoding: bytes[range], as: UTF8.self)),
      valueRange: range)
  }

  private mutating func readValue() -> Range<Int> {
    guard index < bytes.count else { return index..<index }
    let quote = bytes[index]
    guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      let start = index
      while index < bytes.count, !bytes[index].isHTMLSpace, bytes[index] != UInt8(ascii: ">") {
        index += 1
      }
      return start..<index
    }
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != quote { index += 1 }
    defer { index = min(index + 1, bytes.count) }
    return start..<index
  }

  private mutating func readName(while belongs: (UInt8) -> Bool) -> String {
    let start = index
    while index < bytes.count, belongs(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self).lowercased()
  }

  private mutating func skipSpace() {
    while index < bytes.count, bytes[index].isHTMLSpace { index += 1 }
  }
}

extension UInt8 {
  fileprivate var isHTMLSpace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0C || self == 0x0D
  }

  fileprivate var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}
