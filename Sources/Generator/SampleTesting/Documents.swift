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
    case noSamples([String]?)

    var description: String {
      switch self {
      case .noPackage(let file): "no Package.swift is above '\(file)'"
      case .missing(let path): "there is no document '\(path)' in the package"
      case .noSamples(let paths):
        "no document \(paths.map { "in \($0.joined(separator: ", "))" } ?? "of the package") has a block "
          + "marked 'runnable' or 'compile-only'"
      }
    }
  }

  let samples: [Sample]
  /// The documents with problems, each with the text of these.
  let malformed: [String: String]
  private let running: Task<[SampleID: String], any Error>

  init(_ paths: [String]?, ofPackageAround file: String) throws {
    let root = try Self.packageRoot(around: file)
    let missing = paths?.first {
      !FileManager.default.fileExists(atPath: root.appending(path: $0).path)
    }
    if let missing { throw Problem.missing(missing) }
    let site = try SiteDocuments(ofSiteAt: root, in: paths)
    let parsed = site.documents.map { DocumentParser(context: site.context).parse($0) }
      .filter { !$0.document.metadata.isDraft }
    let text = DiagnosticText(files: site.files)
    malformed = Dictionary(
      site.moved(site.diagnostics + parsed.flatMap(\.diagnostics))
        .filter { $0.severity == .error }
        .map { ($0.location.file, text.text(of: $0)) }, uniquingKeysWith: +)
    let samples = parsed.flatMap(\.document.samples)
    guard !samples.isEmpty || !malformed.isEmpty else { throw Problem.noSamples(paths) }
    self.samples = samples
    // This program contains the modules that samples import, so it is their host.
    let environment = try LabPackage.hostedByThisProgram.environment(forSiteAt: root, jobs: nil)
    running = Task {
      let report = try await SampleEngine(environment: environment).run(samples)
      return Dictionary(
        report.outcomes.filter { $0.result == .failed }.map { outcome in
          let problems = site.moved(outcome.diagnostics).map { text.text(of: $0) }.joined()
          let isOwn = outcome.diagnostics.containsError
          return (outcome.id, problems + (isOwn ? "" : "another block of its session failed"))
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
}
