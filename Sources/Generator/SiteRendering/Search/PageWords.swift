import DocgenDocModel
import DocgenGround
import DocgenJSON

/// The words of a page for the search index.
public struct PageWords: Sendable {
  /// The words of the title, each with a space behind it.
  let title: String
  /// The words of each section, each with the number of its level before and a space behind it.
  let sections: [String]

  /// The words as one text.
  public var text: String { ([title] + sections).joined(separator: "\n") }

  /// Creates words from their text.
  init(text: String) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    title = String(Substring(lines[0]))
    sections = lines.dropFirst().map { String(Substring($0)) }
  }

  /// Finds the words of a page.
  init(_ sections: [SearchSection], of title: String) {
    var titleWords: Set<String> = []
    SearchWords.forEach(in: title) { titleWords.insert(String(decoding: $0, as: UTF8.self)) }
    self.title = titleWords.sorted().map { $0 + " " }.joined()
    self.sections = sections.map { section in
      var words = SectionWords()
      words.add(section.heading, level: section.isContinued ? 3 : 1)
      words.add(section.code, level: 2)
      words.add(section.prose, level: 3)
      return words.text
    }
  }

  /// Calls a function with the words of the title whose first byte is in a range.
  func forEachOfTitle(in range: Range<UInt8>, _ visit: (String) -> Void) {
    Self.forEach(in: title, at: 0, range) { word, _ in visit(word) }
  }

  /// Calls a function with the words of a section whose first byte is in a range, and their levels.
  func forEach(ofSection index: Int, in range: Range<UInt8>, _ visit: (String, Int) -> Void) {
    Self.forEach(in: sections[index], at: 1, range, visit)
  }

  private static func forEach(
    in text: String, at offset: Int, _ range: Range<UInt8>, _ visit: (String, Int) -> Void
  ) {
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        var end = start
        while bytes[end] != UInt8(ascii: " ") { end += 1 }
        if range.contains(bytes[start + offset]) {
          let word = UnsafeBufferPointer(rebasing: bytes[start + offset..<end])
          visit(String(decoding: word, as: UTF8.self), Int(bytes[start]) - 0x30)
        }
        start = end + 1
      }
    }
  }
}

extension [SearchSection] {
  /// Returns the files with the sections of a page, two in each: title, address, heading and text.
  ///
  /// - Parameters:
  ///   - number: the page's offset in the index.
  ///   - address: the page's address, relative to the site.
  func files(ofPage number: Int, title: String, address: String) -> [RenderedFile] {
    stride(from: 0, to: count, by: 2).map { first in
      let lines = self[first..<Swift.min(first + 2, count)].map { section in
        let anchor = section.anchor.isEmpty ? "" : "#\(section.anchor)"
        let fields = [title, address + anchor, section.heading, section.text]
        return JSONValue.array(fields.map { .string($0) }).serialized()
      }
      return RenderedFile(
        path: "\(SearchIndex.folder)/sections-\(number)-\(first / 2).json",
        text: "[" + lines.joined(separator: ",\n") + "]")
    }
  }
}
