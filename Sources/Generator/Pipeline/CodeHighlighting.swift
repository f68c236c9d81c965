import DocgenDocModel
import DocgenGround
import DocgenHighlighting
import DocgenSiteRendering
import Synchronization

/// Highlights the code of a site, and counts the blocks that it couldn't highlight.
final class CodeHighlighting: Sendable {
  private let highlighter: Highlighter
  /// The number of blocks left plain, by reason; locked because several tasks may render pages.
  private let plain = Mutex<[String: Int]>([:])

  /// Creates highlighting with a highlighter.
  init(highlighter: Highlighter) { self.highlighter = highlighter }

  /// Returns the HTML of a block.
  func html(for code: String, language: String) -> String {
    let highlighted = highlighter.highlight(code, language: language)
    switch highlighted.plainReason {
    case nil, .unknownLanguage: break
    case let reason?: plain.withLock { $0["\(reason)", default: 0] += 1 }
    }
    return highlighted.html
  }

  /// Notes for the user about blocks without highlighting.
  var remarks: [String] {
    plain.withLock(\.self).sorted { $0.key < $1.key }.map { reason, count in
      "\(count.counting("block")) of code stayed uncoloured: \(reason)"
    }
  }
}
