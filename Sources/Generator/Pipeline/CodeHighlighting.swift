import DocgenDocModel
import DocgenHighlighting
import DocgenSiteRendering
import Foundation
import Synchronization

/// Highlights the code of a site, except for code cached by an earlier build, and counts the blocks
/// that it couldn't highlight.
final class CodeHighlighting: Sendable {
  private struct State {
    /// The number of blocks left plain, by reason.
    var plain: [String: Int] = [:]
    var cache: TextCache
  }

  private let highlighter: Highlighter
  /// Locked because several tasks may render pages.
  private let state: Mutex<State>

  /// Creates highlighting with a highlighter.
  ///
  /// - Parameter cache: the file of the cache; `nil` for none.
  init(highlighter: Highlighter, cache: URL? = nil) {
    self.highlighter = highlighter
    state = Mutex(State(cache: TextCache(file: cache, madeBy: highlighter.files)))
  }

  /// Returns the HTML of a block.
  func html(for code: String, language: String) -> String {
    // Reading the cache would take as long.
    if language == "swift" { return highlighter.highlight(code, language: language).html }
    let key = TextCache.key(of: [language, code])
    if let html = state.withLock({ $0.cache.text(for: key) }) { return html }
    let highlighted = highlighter.highlight(code, language: language)
    let html = highlighted.html
    state.withLock { state in
      switch highlighted.plainReason {
      case nil: state.cache.store(html, for: key)
      case .unknownLanguage: break
      // Not cached, so that every build tries again and reports it.
      case let reason?: state.plain["\(reason)", default: 0] += 1
      }
    }
    return html
  }

  /// Writes the cache.
  ///
  /// - Throws: when the file can't be written.
  func save() throws { try state.withLock(\.cache).save() }

  /// Notes for the user about blocks without highlighting.
  var remarks: [String] {
    state.withLock(\.plain).sorted { $0.key < $1.key }.map { reason, count in
      "\(count) block\(count == 1 ? "" : "s") of code stayed uncoloured: \(reason)"
    }
  }
}
