import Highlighting
import SiteRendering
import Synchronization

/// Colours the code of a site, and remembers what it could not colour as it should.
final class CodeColouring: Sendable {
  private struct State {
    var hasSwift = false
    /// Why blocks stayed plain, with how many.
    var plain: [String: Int] = [:]
  }

  private let highlighter: Highlighter
  /// Counts; pages may be rendered by several tasks.
  private let state = Mutex(State())

  init(highlighter: Highlighter) { self.highlighter = highlighter }

  /// The HTML of a block.
  func html(for code: String, language: String) -> String {
    let highlighted = highlighter.highlight(code, language: language)
    state.withLock { state in
      if language == "swift" { state.hasSwift = true }
      switch highlighted.plainReason {
      case nil, .unknownLanguage: break
      case let reason?: state.plain["\(reason)", default: 0] += 1
      }
    }
    return highlighted.html
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
