import DrawnWords
import Synchronization

/// Numbers for the long words that go over the wire, such as ids, codes and tokens, in the order in
/// which they were first seen.
///
/// The words are drawn by lot, so that their own order is another one at each run; that of their first
/// use isn't, as long as requests are answered in order.
final class NameNumbers: Sendable {
  /// Added to by the servers' tasks.
  private let numbers = Mutex<[Substring: Int]>([:])

  /// A server that is asked on and on doesn't grow for this.
  private static let limit = 20_000

  /// Numbers the names in texts.
  func add(_ texts: [String]) {
    let names = texts.flatMap(DrawnWords.all)
    numbers.withLock { numbers in
      for name in names where numbers[name] == nil && numbers.count < Self.limit {
        numbers[name] = numbers.count
      }
    }
  }

  /// A text whose known names are replaced by their numbers, in an order that is that of the numbers.
  func numbered(_ text: String) -> String {
    numbers.withLock { numbers in
      DrawnWords.parts(of: text).map { part in
        numbers[part.text].map { "#\(Self.limit + $0)" } ?? String(part.text)
      }.joined()
    }
  }

  /// A text without the names in it.
  static func lasting(_ text: String) -> String {
    DrawnWords.parts(of: text).map { $0.isDrawn ? "*" : String($0.text) }.joined()
  }
}
