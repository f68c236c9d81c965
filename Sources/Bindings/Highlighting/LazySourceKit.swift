import Foundation
import Synchronization

/// sourcekitd, opened for the first Swift block.
///
/// Opening takes about 50 ms, which a build with all pages in the cache avoids.
final class LazySourceKit: Sendable {
  typealias Opened = Result<SourceKitEngine, EngineError>

  private let library: URL?
  private let opened = Mutex<Opened?>(nil)

  init(library: URL?) { self.library = library }

  /// The engine, or the reason why there is none; the result never changes.
  var engine: Opened {
    opened.withLock { opened in
      if let opened { return opened }
      let result = open()
      opened = result
      return result
    }
  }

  private func open() -> Opened {
    guard let library else { return .failure(.failed("no toolchain was given")) }
    do throws(EngineError) {
      return .success(try SourceKitEngine(library: library.path))
    } catch {
      return .failure(error)
    }
  }

  /// The library's path.
  var files: [String] { library.map { [$0.path] } ?? [] }

  var name: Highlighter.SwiftEngine {
    switch engine {
    case .success: .sourcekit(library: library?.path ?? "")
    case .failure(.failed(let reason)), .failure(.tooComplex(let reason)):
      .languageFile(reason: reason)
    }
  }
}
