import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenPipeline
import DocgenSamples
import Foundation

/// The documents of a package, and the results of their samples.
final class Documents: Sendable {
  /// The reasons why the documents can't be tested.
  enum Problem: Error, CustomStringConvertible {
    case noPackage(around: String)
    case missing(String)
    case noSamples([String])

    var description: String {
      switch self {
      case .noPackage(let file): "no Package.swift is above '\(file)'"
      case .missing(let path): "there is no document '\(path)' in the package"
      case .noSamples(let paths):
        "no document in \(paths.joined(separator: ", ")) has a block marked 'runnable' or "
          + "'compile-only'"
      }
    }
  }

  let samples: [Sample]
  /// The documents with problems, each with the text of these.
  let malformed: [String: String]
  private let sources: [String: SourceFile]
  private let running: Task<[SampleID: String], any Error>

  init(_ paths: [String], ofPackageAround file: String) throws {
    let root = try Self.packageRoot(around: file)
    let context = SampleContext(
      fixtures: LabPackage.fixtures,
      sampleFiles: try ["Samples", SampleContext.snippetFolder].flatMap {
        try Self.files(in: $0, root, ending: ".swift")
      },
      defaults: SiteConfiguration(ofSiteAt: root)?.samples ?? SampleDefaults())
    let files = try paths.flatMap { path in
      let found = try Self.files(in: path, root, ending: ".md")
      // The default names are optional; named paths must exist.
      if found.isEmpty, paths != ["README.md", "Docs"] { throw Problem.missing(path) }
      return found
    }
    let parsed = files.map { DocumentParser(context: context).parse($0) }
    let sources = Dictionary(
      (files + context.sampleFiles.values).map { ($0.path, $0) },
      uniquingKeysWith: { first, _ in first })
    let text = DiagnosticText(files: sources)
    malformed = Dictionary(
      parsed.flatMap(\.diagnostics).filter { $0.severity == .error }
        .map { ($0.location.file, text.text(of: $0)) }, uniquingKeysWith: +)
    let samples = parsed.flatMap(\.document.samples)
    guard !samples.isEmpty || !malformed.isEmpty else { throw Problem.noSamples(paths) }
    self.samples = samples
    self.sources = sources
    // This program contains the modules that samples import, so it is their host.
    let environment = try LabPackage.hostedByThisProgram.environment(forSiteAt: root, jobs: nil)
    running = Task {
      let report = try await SampleEngine(environment: environment).run(samples)
      return Dictionary(
        report.outcomes.filter { $0.result == .failed }.map { outcome in
          let problems = outcome.diagnostics.map { text.text(of: $0) }.joined()
          let isOwn = outcome.diagnostics.containsError
          return (outcome.id, problems + (isOwn ? "" : "an earlier block of its session failed"))
        }, uniquingKeysWith: { first, _ in first })
    }
  }

  /// Returns the text of the problems of each sample that failed.
  func problems() async throws -> [SampleID: String] { try await running.value }

  private static func packageRoot(around file: String) throws -> URL {
    var folder = URL(filePath: file).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      guard folder.path != "/" else { throw Problem.noPackage(around: file) }
      folder = folder.deletingLastPathComponent()
    }
    return folder
  }

  /// Returns the files at a path of the package: the file itself, or those below it, sorted.
  private static func files(
    in path: String, _ root: URL, ending suffix: String
  ) throws -> [SourceFile] {
    var isFolder: ObjCBool = false
    let base = root.appending(path: path).path
    guard FileManager.default.fileExists(atPath: base, isDirectory: &isFolder) else { return [] }
    let names =
      isFolder.boolValue
      ? try FileManager.default.subpathsOfDirectory(atPath: base).map { "\(path)/\($0)" } : [path]
    return try names.filter { $0.hasSuffix(suffix) }.sorted().map { name in
      let bytes = try Data(contentsOf: root.appending(path: name))
      return try SourceFile(path: name, bytes: Array(bytes))
    }
  }
}
