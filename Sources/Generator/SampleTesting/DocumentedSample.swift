import DocgenDocModel
import DocgenGround
import DocgenPipeline
import DocgenSamples

/// A sample of a package's documents, to verify in a test.
///
/// ```swift compile-only
/// import Testing
///
/// @Test(arguments: try DocumentedSample.all())
/// func sample(_ sample: DocumentedSample) async throws { try await sample.verify() }
/// ```
///
/// Samples may import any module that the test target is linked with.
public struct DocumentedSample: Sendable, CustomStringConvertible {
  /// The document and the sample's name in it, as in `Docs/start.md#1`.
  public let description: String

  /// The sample; `nil` for a malformed document.
  private let id: SampleID?
  private let documents: Documents

  /// The error for a sample that doesn't do what its document says.
  public struct Failure: Error, CustomStringConvertible {
    /// The problems, with their locations and excerpts.
    public let description: String
  }

  /// Returns every sample in documents of the package that a test belongs to.
  ///
  /// - Parameters:
  ///   - paths: Markdown files and folders of them, below the package's root; by default, the
  ///     documents that `docgen build` finds there.
  ///   - file: the test's own file, which leads to the package.
  /// - Throws: when a path doesn't exist, a document can't be read, or there is no sample at all.
  public static func all(
    in paths: [String]? = nil, file: String = #filePath
  ) throws -> [DocumentedSample] {
    let documents = try Documents(paths, ofPackageAround: file)
    // A malformed document fails by itself; the samples of the others are verified.
    let malformed = documents.malformed.keys.sorted().map { path in
      DocumentedSample(description: path, id: nil, documents: documents)
    }
    return malformed
      + documents.samples.map { sample in
        DocumentedSample(
          description: sample.id.description, id: sample.id, documents: documents)
      }
  }

  /// Compiles and runs the sample, together with all others, unless an earlier run has done so.
  ///
  /// - Throws: `Failure`, or the error that prevents compilation.
  public func verify() async throws {
    let problems =
      if let id { try await documents.problems()[id] } else { documents.malformed[description] }
    if let problems { throw Failure(description: "\n" + problems) }
  }
}
