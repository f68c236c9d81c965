import DocModel
import Foundation
import Ground

/// Everything a build reads, as it was at one moment.
struct SiteSources: Sendable {
  /// `content/site.yml`; `nil` when there is none.
  var configuration: SourceFile?
  /// The documents, by path.
  var documents: [SourceFile] = []
  /// The files that are copied: everything else in `content`.
  var assets: [RenderedFile] = []
  /// The programs in `Samples`, by path.
  var samples: [SourceFile] = []
  /// The theme's templates; empty when the site has none of its own.
  var templates: [SourceFile] = []
  /// The theme's other files, to be copied.
  var themeFiles: [RenderedFile] = []
  /// What could not be read.
  var diagnostics: [Diagnostic] = []

  /// The text files by path, for the excerpts of messages.
  var textFiles: [String: SourceFile] {
    let files = [configuration].compactMap { $0 } + documents + samples + templates
    return Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
