import DocModel
import DocumentParsing
import Ground

/// The samples of a site: those of its pages, and the programs that no page runs, which are held to work
/// all the same.
struct SiteSamples {
  /// All of them, in page order.
  let all: [Sample]
  /// Those whose servers can't be started for what their page says: that is reported already, and all that
  /// they could say is that it is so.
  let heldBack: [Sample]
  /// The others.
  let runnable: [Sample]
  /// A warning for each file that samples may be put behind and none is, for nothing compiles it.
  let diagnostics: [Diagnostic]

  init(of documents: [ParsedDocument], _ sources: SiteSources) {
    let shown = documents.flatMap(\.samples)
    let files = Set(shown.map(\.file))
    let setups = Set(shown.compactMap(\.setup?.file))
    let folder = SampleContext.setupFolder + "/"
    all =
      shown
      + sources.samples.filter { !files.contains($0.path) && !$0.path.hasPrefix(folder) }
      .map { Sample(program: $0) }
    diagnostics = sources.samples.map(\.path)
      .filter { $0.hasPrefix(folder) && !setups.contains($0) && !files.contains($0) }
      .map { path in
        let name = path.dropFirst(folder.count).dropLast(".swift".count)
        return Diagnostic(.unusedSetup(String(name)), at: SourceLocation(file: path))
      }
    let broken = Self.withBrokenFixtures(all)
    heldBack = all.filter { broken.contains($0.id) }
    runnable = all.filter { !broken.contains($0.id) }
  }

  private static func withBrokenFixtures(_ samples: [Sample]) -> Set<SampleID> {
    struct Session: Hashable {
      let file: String
      let name: String
    }
    // A session's servers are those of its first block.
    var isBroken: [Session: Bool] = [:]
    let broken = samples.filter { sample in
      let own = sample.fixtures.contains(where: \.isBroken)
      guard let name = sample.session else { return own && sample.mode == .run }
      let session = Session(file: sample.id.file, name: name)
      let isOfFirst = isBroken[session] ?? own
      isBroken[session] = isOfFirst
      return isOfFirst
    }
    return Set(broken.map(\.id))
  }
}

extension Sample {
  /// A file of `Samples` as a sample of its own.
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
      "no sample is put behind this file, so nothing compiles it; write 'setup=\(name)' or remove it"
    )
  }
}
