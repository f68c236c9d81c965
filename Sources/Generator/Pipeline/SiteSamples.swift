import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import DocgenSiteRendering

/// The samples of a site: those of its pages, and the programs in `Samples` that no page shows.
struct SiteSamples {
  /// All of them, in page order.
  let all: [Sample]
  /// The samples that can't run because of an invalid option, or because of a broken fixture
  /// without which their servers can't start; both are reported already.
  let heldBack: [Sample]
  /// The others.
  let runnable: [Sample]
  /// The files in `Samples`.
  let files: [SourceFile]
  /// A warning for each setup file that no sample uses, because nothing compiles it.
  let diagnostics: [Diagnostic]

  init(of pages: [SourcePage], sources: SiteSources) {
    self.files = sources.samples
    let shown = pages.flatMap(\.summary.samples)
    let files = Set(shown.map(\.file))
    let setups = Set(shown.compactMap(\.setup?.file))
    let folder = SampleContext.setupFolder + "/"
    all =
      shown
      + sources.programs.filter { !files.contains($0.path) }
      // A package may have such a folder for something else.
      .filter { !sources.isOfPackage || GalleryProgram($0) != nil }
      .map { Sample(program: $0) }
    diagnostics = sources.samples.map(\.path)
      .filter { $0.hasPrefix(folder) && !setups.contains($0) && !files.contains($0) }
      .map { path in
        let name = path.dropFirst(folder.count).dropLast(".swift".count)
        return Diagnostic(.unusedSetup(String(name)), at: SourceLocation(file: path))
      }
    let broken = Self.broken(all)
    heldBack = all.filter { broken.contains($0.id) }
    runnable = all.filter { !broken.contains($0.id) }
  }

  private static func broken(_ samples: [Sample]) -> Set<SampleID> {
    // The first block of a session configures its servers, and each block needs those before it.
    var isBroken: [[String]: Bool] = [:]
    let broken = samples.filter { sample in
      let hasBrokenFixture = sample.fixtures.contains(where: \.isBroken)
      guard let name = sample.session else {
        return sample.isInvalid || hasBrokenFixture && sample.mode == .run
      }
      let session = [sample.id.file, name]
      let result = isBroken[session] ?? hasBrokenFixture || sample.isInvalid
      isBroken[session] = result
      return result
    }
    return Set(broken.map(\.id))
  }
}

extension Sample {
  /// Creates a sample from a file in `Samples`.
  init(program: SourceFile) {
    let lines = program.lines.enumerated().map { Line(text: String($1), number: $0 + 1) }
    self.init(
      id: SampleID(file: program.path, name: "program"), file: program.path,
      range: SourceRange(at: SourcePosition(line: 1, column: 1)), lines: lines)
  }
}

extension Diagnostic.Message {
  fileprivate static func unusedSetup(_ name: String) -> Self {
    Self(
      .unusedSetup, .warning,
      "no sample uses this file, so nothing compiles it; write 'setup=\(name)' or remove it"
    )
  }
}
