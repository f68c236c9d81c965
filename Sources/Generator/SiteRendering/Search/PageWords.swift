import DocgenDocModel
import DocgenGround
import DocgenJSON

/// The words of a page for the search index: a line for the title, then one for each section.
///
/// Each word has the digit of its level before it and a space behind it: 0 for the title, 1 for a heading,
/// 2 for code, 3 for text. A line has it once, at its first level.
public struct PageWords: Sendable {
  /// The lines in UTF-8.
  public let text: [UInt8]

  private static let space = UInt8(ascii: " ")
  private static let newline = UInt8(ascii: "\n")

  /// The number of sections.
  var sectionCount: Int { text.count { $0 == Self.newline } }

  /// Has the words from a cache.
  init(text: [UInt8]) { self.text = text }

  /// Finds the words of a page.
  init(_ sections: [SearchSection], of title: String) {
    var text: [UInt8] = []
    Self.add([(title, 0)], to: &text)
    for section in sections {
      text.append(Self.newline)
      Self.add(
        [(section.heading, section.isContinued ? 3 : 1), (section.code, 2), (section.prose, 3)],
        to: &text)
    }
    // Without the room that it grew by, because all pages have theirs until the end.
    self.text = text.withUnsafeBytes { Array($0) }
  }

  private static func add(_ texts: [(text: String, level: UInt8)], to line: inout [UInt8]) {
    var words = WordTable()
    for (text, level) in texts {
      SearchWords.forEach(in: text) { word in
        guard words.insert(word).isNew else { return }
        line.append(UInt8(ascii: "0") + level)
        line += word
        line.append(space)
      }
    }
  }

  /// Calls a function with each word, its level, and the number of its section; 0 for the title.
  func forEach(_ visit: (ArraySlice<UInt8>, _ level: Int, _ section: Int) -> Void) {
    var start = 0
    var newlines = 0
    while start < text.count {
      if text[start] == Self.newline {
        newlines += 1
        start += 1
        continue
      }
      let end = text[start...].firstIndex(of: Self.space) ?? text.count
      visit(text[start + 1..<end], Int(text[start] & 3), max(0, newlines - 1))
      start = end + 1
    }
  }
}

extension [SearchSection] {
  /// Returns the files with the sections of a page: title, address, heading and text.
  ///
  /// A file has few, so that a result needs little to be fetched.
  ///
  /// - Parameters:
  ///   - number: the page's offset in the index.
  ///   - address: the page's address, relative to the site.
  func files(ofPage number: Int, title: String, address: String) -> [RenderedFile] {
    let size = SearchIndex.sectionsPerFile
    return stride(from: 0, to: count, by: size).map { first in
      let lines = self[first..<Swift.min(first + size, count)].map { section in
        let anchor = section.anchor.isEmpty ? "" : "#\(section.anchor)"
        let fields = [title, address + anchor, section.heading, section.text]
        return JSONValue.array(fields.map { .string($0) }).serialized()
      }
      return RenderedFile(
        path: "\(SearchIndex.sections)\(number)-\(first / size).json",
        text: "[" + lines.joined(separator: ",\n") + "]")
    }
  }
}
