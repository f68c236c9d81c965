import DocModel
import Foundation
import Ground

/// Everything that a build reads, at one point in time.
struct SiteSources: Sendable {
  /// `content/site.yml`; `nil` when there is none.
  var configuration: SourceFile?
  /// The documents, by path.
  var documents: [SourceFile] = []
  /// The files to copy: everything else in `content`.
  var assets: [RenderedFile] = []
  /// The programs in `Samples`, by path.
  var samples: [SourceFile] = []
  /// The theme's templates; empty without a `templates` folder.
  var templates: [SourceFile] = []
  /// The theme's other files, which are copied.
  var themeFiles: [RenderedFile] = []
  /// The diagnostics for files that can't be read.
  var diagnostics: [Diagnostic] = []

  /// The text files by path, for the excerpts of messages.
  var textFiles: [String: SourceFile] {
    let files = [configuration].compactMap { $0 } + documents + samples + templates
    return Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
