import DocgenGround
import Foundation
import Synchronization

extension SiteReader {
  /// Reads documents, except those that are known to be in the same state as before, and the states
  /// of the files to copy.
  func read(
    _ paths: [String], except isKnown: (@Sendable (String, FileState) -> Bool)?,
    into sources: inout SiteSources
  ) throws(ReadError) {
    let folder = root.path
    let files = paths + sources.assets.map { "content/\($0)" }
    let states = files.concurrentMap { FileState("\(folder)/\($0)") }
    let last = states.compactMap { $0?.changeTime }.max() ?? .zero
    for (path, state) in zip(files, states) {
      // What changed last may change once more and keep its state.
      guard let state, state.changeTime < last - FileStates.step else { continue }
      sources.states[path] = state
    }
    let (settled, changed) = (sources.states, sources.changed)
    sources.documents = try texts(paths, diagnostics: &sources.diagnostics) { path in
      guard let isKnown, let state = settled[path], isKnown(path, state) else { return nil }
      return SourceFile(path: path) {
        let file = try? text(path).file
        if file == nil || FileState("\(folder)/\(path)") != state { changed.insert(path) }
        return file ?? SourceFile(path: path, text: "")
      }
    }
  }
}

/// Documents that changed during a build.
final class ChangedDocuments: Sendable {
  private let paths = Mutex<Set<String>>([])

  /// The first of them.
  var first: String? { paths.withLock { $0.min() } }

  func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }
}
