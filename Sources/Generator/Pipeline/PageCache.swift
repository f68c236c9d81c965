import Foundation
import Ground
import SiteRendering
import Synchronization

/// A cache of a site's pages.
final class PageCache: PageStore {
  private struct State {
    var texts: TextCache
    var hits = 0
  }

  private let state: Mutex<State>

  /// - Parameters:
  ///   - file: the file of the cache; `nil` to cache nothing.
  ///   - templates: the templates that all pages are rendered with.
  init(file: URL?, templates: [SourceFile]) {
    let ingredients = templates.flatMap { [$0.path, $0.text] }
    state = Mutex(State(texts: TextCache(file: file, of: ingredients)))
  }

  /// Returns the key for some inputs.
  func key(of ingredients: [String]) -> String { TextCache.key(of: ingredients) }

  /// Returns a cached page.
  func page(for key: String) -> String? {
    state.withLock { state in
      let page = state.texts.text(for: key)
      if page != nil { state.hits += 1 }
      return page
    }
  }

  /// Caches a page.
  func store(_ page: String, for key: String) {
    state.withLock { $0.texts.store(page, for: key) }
  }

  /// The number of pages that came from the cache.
  var hits: Int { state.withLock(\.hits) }

  /// Writes the cache.
  ///
  /// - Throws: when the file can't be written.
  func save() throws { try state.withLock(\.texts).save() }
}
