import Foundation
import Synchronization

/// sourcekitd, opened when the first block of Swift asks for it: opening costs some 50 ms, which
/// a build that takes all its pages from the cache need not pay.
final class LazySourceKit: Sendable {
  typealias Opened = Result<SourceKitEngine, EngineError>

  private let library: URL?
  private let opened = Mutex<Opened?>(nil)

  init(library: URL?) { self.library = library }

  /// The engine, or why there is none; the same answer for good.
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
