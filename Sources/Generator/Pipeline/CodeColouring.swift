import Foundation
import Highlighting
import SiteRendering
import Synchronization

/// Colours the code of a site as far as no earlier build has done it, and remembers what it could not colour
/// as it should.
final class CodeColouring: Sendable {
  private struct State {
    var hasSwift = false
    /// Why blocks stayed plain, with how many.
    var plain: [String: Int] = [:]
    var cache: KeptTexts
  }

  private let highlighter: Highlighter
  /// Counts; pages may be rendered by several tasks.
  private let state: Mutex<State>

  /// Colours with a highlighter.
  ///
  /// - Parameter cache: the file that keeps colours for the next build; `nil` for none.
  init(highlighter: Highlighter, cache: URL? = nil) {
    self.highlighter = highlighter
    state = Mutex(State(cache: KeptTexts(file: cache, madeBy: highlighter.files)))
  }

  /// The HTML of a block.
  func html(for code: String, language: String) -> String {
    let key = KeptTexts.key(of: [language, code])
    if let html = state.withLock({ $0.cache.text(for: key) }) { return html }
    let highlighted = highlighter.highlight(code, language: language)
    let html = highlighted.html
    // What fell back is done anew, and told of, at every build.
    let isWhole = highlighted.plainReason == nil && (language != "swift" || !isSwiftByRules)
    state.withLock { state in
      if language == "swift" { state.hasSwift = true }
      switch highlighted.plainReason {
      case nil, .unknownLanguage: break
      case let reason?: state.plain["\(reason)", default: 0] += 1
      }
      if isWhole { state.cache.keep(html, for: key) }
    }
    return html
  }

  /// Keeps the colours for the next build.
  ///
  /// - Throws: when they can't be written.
  func save() throws { try state.withLock(\.cache).save() }

  private var isSwiftByRules: Bool {
    if case .languageFile = highlighter.swiftEngine { true } else { false }
  }

  /// What fell back, for the user to know.
  var remarks: [String] {
    let state = state.withLock { $0 }
    var remarks = state.plain.sorted { $0.key < $1.key }.map { reason, count in
      "\(count) block\(count == 1 ? "" : "s") of code stayed uncoloured: \(reason)"
    }
    if state.hasSwift, case .languageFile(let reason) = highlighter.swiftEngine {
      remarks.append(
        "Swift is coloured by rules of docgen's own, not by the compiler's parser: \(reason)")
    }
    return remarks
  }
}
