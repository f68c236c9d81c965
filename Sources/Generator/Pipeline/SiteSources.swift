import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround

/// Everything that a build reads, at one point in time.
struct SiteSources: Sendable {
  /// `site.yml`, in `content` or in the root; `nil` when there is none.
  var configuration: SourceFile?
  /// The defaults of samples, from the configuration.
  var sampleDefaults = SampleDefaults()
  /// Whether the documents are a package's, outside of `content`.
  var isOfPackage = false
  /// The name of the package in the root; `nil` without one.
  var packageName: String?
  /// The documents, by path.
  var documents: [SourceFile] = []
  /// The states of documents and copied files that can't change without a new state, by path.
  var states: [String: FileState] = [:]
  /// The documents that had changed when their text was needed.
  let changed = ChangedDocuments()
  /// The documents that include files, with the text of these.
  var expanded: [String: ExpandedDocument] = [:]
  /// The files that documents include and that are nothing else.
  var included: [SourceFile] = []
  /// The files to copy: everything else in `content`, by their paths below it.
  var assets: [String] = []
  /// The files that samples may name, in `Samples` and `Snippets`, by path.
  var samples: [SourceFile] = []
  /// The theme's templates; empty without a `templates` folder.
  var templates: [SourceFile] = []
  /// The theme's other files, which are copied.
  var themeFiles: [RenderedFile] = []
  /// The diagnostics for files that can't be read.
  var diagnostics: [Diagnostic] = []

  /// The top folders of the documents, sorted; `content` for a site without documents.
  var topFolders: [String] {
    let folders = Set(documents.map { Substring($0.path.utf8.prefix { $0 != UInt8(ascii: "/") }) })
    return folders.isEmpty ? ["content"] : folders.map(String.init).sorted()
  }

  /// The programs in `Samples`, which run by themselves.
  var programs: [SourceFile] {
    samples.filter {
      $0.path.hasPrefix("Samples/") && !$0.path.hasPrefix(SampleContext.setupFolder + "/")
    }
  }

  /// What the samples of the documents may refer to.
  var context: SampleContext {
    SampleContext(fixtures: LabPackage.fixtures, sampleFiles: samples, defaults: sampleDefaults)
  }

  /// The text files by path, for the excerpts of messages.
  var textFiles: [String: SourceFile] {
    let files = [configuration].compactMap { $0 } + documents + samples + templates + included
    return Dictionary(files.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
  }
}
