import Foundation
import Synchronization

/// Tokenizes code with GNU source-highlight's language files, on any number of threads.
final class LanguageFileEngines: Sendable {
  private let installedFiles: URL
  private let temporaryFolder: URL
  /// The engines that no thread uses; there are as many as were needed at once.
  private let idle: Mutex<[LanguageFileEngine]>

  init(installedFiles: URL, temporaryFolder: URL) throws(HighlighterError) {
    self.installedFiles = installedFiles
    self.temporaryFolder = temporaryFolder
    let first = try LanguageFileEngine(
      installedFiles: installedFiles, temporaryFolder: temporaryFolder)
    idle = Mutex([first])
  }

  /// The paths of the installed files, sorted.
  var files: [String] {
    let folder = installedFiles.path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }
  }

  /// Highlights a block with a language file; `kinds` overrides elements for this language.
  func highlight(
    _ code: String, by file: LanguageFileEngine.File, kinds: [String: TokenKind]
  ) throws(EngineError) -> MarkedCode {
    let engine = try idleEngine()
    defer { idle.withLock { $0.append(engine) } }
    return try engine.highlight(code, by: file, kinds: kinds)
  }

  private func idleEngine() throws(EngineError) -> LanguageFileEngine {
    if let engine = idle.withLock({ $0.popLast() }) { return engine }
    do throws(HighlighterError) {
      return try LanguageFileEngine(
        installedFiles: installedFiles, temporaryFolder: temporaryFolder)
    } catch {
      throw .failed(error.description)
    }
  }
}
