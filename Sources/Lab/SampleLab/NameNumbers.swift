import Synchronization

/// Numbers for the long words that go over the wire, such as ids, codes and tokens, in the order in
/// which they were first seen.
///
/// The words are drawn by lot, so that their own order is another one at each run; that of their first
/// use isn't, as long as requests are answered in order.
final class NameNumbers: Sendable {
  /// Added to by the servers' tasks.
  private let numbers = Mutex<[Substring: Int]>([:])

  /// Words of fewer bytes are nobody's id.
  private static let shortestName = 16
  /// A server that is asked on and on doesn't grow for this.
  private static let limit = 20_000

  /// Numbers the names in texts.
  func add(_ texts: [String]) {
    let names = texts.flatMap { Self.parts(of: $0).filter(\.isName) }
    numbers.withLock { numbers in
      for name in names where numbers[name.text] == nil && numbers.count < Self.limit {
        numbers[name.text] = numbers.count
      }
    }
  }

  /// A text whose known names are replaced by their numbers, in an order that is that of the numbers.
  func numbered(_ text: String) -> String {
    numbers.withLock { numbers in
      Self.parts(of: text).map { part in
        numbers[part.text].map { "#\(Self.limit + $0)" } ?? String(part.text)
      }.joined()
    }
  }

  /// A text without the names in it.
  static func lasting(_ text: String) -> String {
    parts(of: text).map { $0.isName ? "*" : String($0.text) }.joined()
  }

  /// Takes a text apart, so that its parts make the text again.
  private static func parts(of text: String) -> [(text: Substring, isName: Bool)] {
    var parts: [(text: Substring, isName: Bool)] = []
    var rest = text.utf8[...]
    while let first = rest.first {
      let isWord = isPartOfName(first)
      let end = rest.firstIndex { isPartOfName($0) != isWord } ?? rest.endIndex
      parts.append((Substring(rest[..<end]), isWord && rest[..<end].count >= shortestName))
      rest = rest[end...]
    }
    return parts
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
