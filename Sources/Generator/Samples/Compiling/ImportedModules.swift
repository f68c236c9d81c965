import DocModel
import Foundation
import Processes
import SwiftSource

/// Which modules samples depend on, by what they import.
///
/// The compiler says it for each set of imports once: a module brings others along.
struct ImportedModules: Sendable {
  private let interfaces: ModuleInterfaces
  private let modules: Set<String>
  private var dependencies: [Set<String>: [String: String]] = [[]: [:]]

  /// Asks a compiler about the imports of some samples.
  ///
  /// - Throws: `EnvironmentError` when it can't be used at all.
  init(
    of sources: [SampleSource], _ compiler: SampleCompiler,
    atOnce concurrently: (
      [Set<String>], @escaping @Sendable (Set<String>) async throws -> [String: String]?
    ) async throws -> [[String: String]?]
  ) async throws {
    interfaces = compiler.modules
    let modules = compiler.modules.moduleNames
    self.modules = modules
    let sets = Set(sources.map { Self.imports($0, among: modules) }).subtracting([[]])
      .sorted { $0.sorted().lexicographicallyPrecedes($1.sorted()) }
    let found = try await concurrently(sets) { try await compiler.dependencies(ofImporting: $0) }
    for (set, dependencies) in zip(sets, found) { self.dependencies[set] = dependencies }
  }

  /// The hashes of the modules that a sample depends on; `nil` when its imports can't be compiled
  /// by themselves.
  func dependencies(of source: SampleSource) -> [String: String]? {
    dependencies[Self.imports(source, among: modules)]?
      .merging(Self.cModules(of: source, among: interfaces)) { $1 }
  }

  /// The hashes of the C modules that a sample imports itself.
  static func cModules(
    of source: SampleSource, among interfaces: ModuleInterfaces
  ) -> [String: String] {
    interfaces.cHashes(of: imports(source, among: interfaces.cModuleNames))
  }

  /// How many words behind `import` may be a module's name: a kind and comments can stand between.
  private static let reach = 8

  /// The modules that a text imports, among some.
  ///
  /// That a comment speaks of an import is enough: a dependency too many costs a run too many, one
  /// too few a wrong result.
  static func imports(_ source: SampleSource, among modules: Set<String>) -> Set<String> {
    guard !modules.isEmpty else { return [] }
    // Once more without comments, which may be long.
    return names(behindImportIn: source.text, among: modules)
      .union(names(behindImportIn: SwiftTokens(source.text).code, among: modules))
  }

  private static func names(
    behindImportIn text: String, among modules: Set<String>
  ) -> Set<String> {
    var found: Set<String> = []
    var left = 0
    for word in text.split(whereSeparator: { !$0.isIdentifierPart }) {
      if word == "import" {
        left = reach
      } else if left > 0 {
        left -= 1
        if modules.contains(String(word)) { found.insert(String(word)) }
      }
    }
    return found
  }
}

extension SampleCompiler {
  /// Has the C headers behind Foundation read before anybody compiles, when no build has done it.
  ///
  /// Whoever imports Foundation first reads them for a second; those that import it meanwhile look
  /// only now and then whether it is done. The two largest are read at the same time.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func readHeaders(
    for sources: [SampleSource],
    atOnce concurrently: (
      [Set<String>], @escaping @Sendable (Set<String>) async throws -> Void
    ) async throws -> Void
  ) async throws {
    let foundation: Set = ["Foundation", "FoundationNetworking"]
    let mark = "\(await moduleCache.folder)/headers-read"
    guard !FileManager.default.fileExists(atPath: mark),
      sources.contains(where: { !ImportedModules.imports($0, among: foundation).isEmpty })
    else { return }
    // Where Foundation is made otherwise, there are no such modules, and nothing is gained or lost.
    try await concurrently([["_FoundationCShims"], ["_FoundationICU", "Dispatch", "Glibc"]]) {
      _ = try await dependencies(ofImporting: $0)
    }
    // Where it can't be written, the next build asks again.
    _ = FileManager.default.createFile(atPath: mark, contents: nil)
  }

  /// The hashes of the modules that whoever imports some depends on; `nil` when they can't be
  /// imported.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func dependencies(ofImporting names: Set<String>) async throws -> [String: String]? {
    let folder = try TemporaryFolder(in: environment.temporaryFolder, named: "imports")
    let text = names.sorted().map { "import \($0)\n" }.joined()
    try folder.write(Array(text.utf8), to: "imports.swift")
    let rule = "\(folder.path)/imports.d"
    let program = toolchain.program("swift-frontend")
    let result = try await processes.run(
      Command(
        .inquiry, executable: program,
        arguments: [program, "-frontend", "-typecheck"]
          + codeFlags.filter { !["-frontend", "-c"].contains($0) }
          + ["-module-name", "imports", "-emit-dependencies-path", rule]
          + searchArguments(await moduleCache.folder)
          + ["imports.swift"],
        environment: folder.environment.merging(Self.variables) { $1 },
        directory: folder.path, timeout: environment.compileTimeout, outputLimit: 4 << 20))
    guard result.ending == .exited(0), let paths = dependencies(inFile: rule) else { return nil }
    return modules.hashes(of: paths)
  }
}
