import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenProcesses
import Foundation

/// The keys of cached results: hashes of everything that determines them.
struct CacheKeys: Sendable {
  private let compilation: String
  private let host: String
  private let environment: SampleEnvironment
  /// The digests of the library's parts.
  private let libraries: [ModuleLibrary.Part: String]
  private let confinement: String

  /// Must change whenever the engine produces other results from the same input.
  private static let version = "32"

  /// Creates the part that all samples have in common.
  init(
    compiler: SwiftFrontend, host: String, libraries: [ModuleLibrary.Part: String],
    confinement: Confinement,
    environment: SampleEnvironment
  ) {
    compilation = ContentHash.of(
      [CacheKeys.version, compiler.toolchain.information.compilerVersion]
        + compiler.flags + ["modules"] + compiler.modules.names + ["maps"]
        + environment.moduleMaps.map { ContentHash.of(fileAt: $0) ?? "" }
        // Without paths, such as those of headers.
        + (environment.library?.arguments ?? []).filter { !$0.contains("/") }
        + (environment.library?.cxxModules.sorted() ?? []))
    self.host = host
    self.environment = environment
    self.libraries = libraries
    self.confinement = confinement.rawValue
  }

  /// Returns the key of a compiled sample.
  ///
  /// It doesn't depend on the position in the file, nor on imported modules, which are known only
  /// after the first compilation and compared then.
  func compilation(of source: SampleSource) -> String {
    ContentHash.of(
      [
        "sample", source.path, source.module, source.relativeText, compilation,
        String(source.program.languageMode), source.isMarked ? "marked" : "",
      ])
  }

  /// Returns the key of the names of a sample, with the hashes of the modules that they may be
  /// from.
  func names(in source: SampleSource, modules: ModuleInterfaces) -> String {
    let isAlone = ImportedModules.imports(source, among: modules.moduleNames).isEmpty
    let hashes = isAlone ? [:] : modules.hashes
    return ContentHash.of(
      ["names", compilation(of: source)]
        + hashes.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] })
  }

  /// Returns the key of the runs of a page's shell programs.
  func shellRun(of jobs: [SampleJob]) -> String {
    var parts = ["shell", CacheKeys.version, host, confinement]
    for job in jobs {
      parts += [
        job.program.lead.id.description, String(job.program.timeout), job.source.relativeText,
      ]
    }
    for fixture in jobs[0].program.lead.fixtures { parts += [fixture.name, fixture.text] }
    return ContentHash.of(parts)
  }

  /// Returns the key of a run of a compiled sample.
  ///
  /// The host is part of it only for samples that import modules in the host, and a part of
  /// a library only for those that load it. For others the host just opens a library, and `version`
  /// changes when that does.
  func run(of program: SampleProgram, compiled: CompiledSample, compilation: String) -> String {
    let sample = program.lead
    var parts = [
      "run", compilation, sample.id.description, String(program.timeout), confinement,
    ]
    if compiled.dependsOnHost { parts += ["host", host] }
    for part in environment.needs(of: compiled).libraries {
      parts += ["library", libraries[part] ?? ""]
    }
    for (name, hash) in compiled.dependencies.sorted(by: { $0.key < $1.key }) {
      parts += [name, hash]
    }
    parts.append("fixtures")
    for fixture in sample.fixtures { parts += [fixture.name, fixture.text] }
    return ContentHash.of(parts)
  }
}

extension ModuleLibrary.Part {
  /// Returns the hash of everything in the library that a run may depend on.
  ///
  /// - Throws: `EnvironmentError` when there is no library.
  func digest(_ cache: ResultCache) async throws -> String {
    guard let code = await cache.digest(ofFileAt: path) else {
      throw EnvironmentError.noLibrary(path: path)
    }
    var parts = [code]
    for folder in resources {
      // Other libraries are files.
      parts += [await cache.digest(ofFileAt: folder) ?? ""]
      let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      for name in names.sorted() {
        parts += [name, await cache.digest(ofFileAt: "\(folder)/\(name)") ?? ""]
      }
    }
    return ContentHash.of(parts)
  }
}
