import DocModel
import Ground
import Hashing
import Processes
import SampleHosting

/// The names under which a build's results are kept: hashes of everything that decides them.
struct CacheKeys: Sendable {
  private let compilation: String
  private let host: String
  private let limits: [String]

  /// Changes whenever the engine makes something else of the same input.
  private static let version = "28"

  /// What all samples have in common.
  init(
    compiler: SwiftFrontend, host: String, confinement: Confinement, environment: SampleEnvironment
  ) {
    compilation = ContentHash.of(
      [CacheKeys.version, compiler.toolchain.information.compilerVersion]
        + compiler.flags + ["modules"] + compiler.modules.names + ["maps"]
        + environment.moduleMaps.map { ContentHash.of(fileAt: $0) ?? "" })
    self.host = host
    limits =
      [confinement.rawValue, "link"] + environment.linkArguments + ["limits"]
      + environment.limits.arguments
  }

  /// The key of a compiled sample: not of where it stands in its file, and without the modules it
  /// imports, which are known only after it was compiled once and are compared then.
  func compilation(of source: SampleSource) -> String {
    ContentHash.of(["sample", source.path, source.module, source.relativeText, compilation])
  }

  /// The key of what the shell programs of a page did.
  func shellRun(of works: [SampleJob]) -> String {
    var parts = ["shell", CacheKeys.version, host] + limits
    for work in works {
      parts += [
        work.program.lead.id.description, String(work.program.timeout), work.source.relativeText,
      ]
    }
    for fixture in works[0].program.lead.fixtures { parts += [fixture.name, fixture.text] }
    return ContentHash.of(parts)
  }

  /// The key of a run of a compiled sample.
  ///
  /// The host is part of it only for samples that import what the host holds: to others it is a
  /// program that opens a library, and `version` says when it does that otherwise.
  func run(of program: SampleProgram, _ compiled: CompiledSample, compilation: String) -> String {
    let sample = program.lead
    var parts = ["run", compilation, sample.id.description, String(program.timeout)] + limits
    if compiled.dependsOnModules { parts += ["host", host] }
    for (name, hash) in compiled.dependencies.sorted(by: { $0.key < $1.key }) {
      parts += [name, hash]
    }
    parts.append("fixtures")
    for fixture in sample.fixtures { parts += [fixture.name, fixture.text] }
    return ContentHash.of(parts)
  }
}
