import Foundation
import Ground
import SiteRendering
import Synchronization

/// Keeps the pages of a site from one build to the next.
final class PageCache: PageStore {
  private struct State {
    var texts: KeptTexts
    var hits = 0
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - file: where they are kept; `nil` to keep none.
  ///   - templates: what all pages are made of.
  init(file: URL?, templates: [SourceFile]) {
    let ingredients = templates.flatMap { [$0.path, $0.text] }
    state = Mutex(State(texts: KeptTexts(file: file, of: ingredients)))
  }

  /// The name of what is made of some texts.
  func key(of ingredients: [String]) -> String { KeptTexts.key(of: ingredients) }

  /// A page that an earlier build kept.
  func page(for key: String) -> String? {
    state.withLock { state in
      let page = state.texts.text(for: key)
      if page != nil { state.hits += 1 }
      return page
    }
  }

  /// Keeps a page.
  func keep(_ page: String, for key: String) {
    state.withLock { $0.texts.keep(page, for: key) }
  }

  /// How many pages were taken from an earlier build.
  var hits: Int { state.withLock(\.hits) }

  /// Keeps what this build used for the next.
  ///
  /// - Throws: when it can't be written.
  func save() throws { try state.withLock(\.texts).save() }
}
