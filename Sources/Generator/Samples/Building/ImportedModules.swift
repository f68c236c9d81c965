import DocgenGround
import DocgenProcesses
import Foundation

/// The modules that a sample imports, according to its text.
enum ImportedModules {
  /// Returns the hashes of the modules that a sample depends on: some Swift modules, and C modules
  /// that it imports itself or may see through a library's modules.
  static func dependencies(
    of source: SampleSource, on swiftModules: [String: String], among interfaces: ModuleInterfaces
  ) -> [String: String] {
    let names = imports(source, among: interfaces.cModuleNames)
    let imported = swiftModules.merging(interfaces.cHashes(of: names)) { $1 }
    return imported.merging(interfaces.hashes(below: imported.keys)) { $1 }
  }

  /// The number of words after `import` that may be a module's name; a kind and comments may come
  /// between.
  private static let reach = 8

  /// Returns the modules that a text imports, among some.
  ///
  /// An import in a comment counts too: an extra dependency costs an extra run, a missing one a
  /// wrong result.
  static func imports(_ source: SampleSource, among modules: Set<String>) -> Set<String> {
    guard !modules.isEmpty else { return [] }
    var found: Set<String> = []
    var remaining = 0
    for word in source.text.split(whereSeparator: { !$0.isIdentifierPart }) {
      if word == "import" {
        remaining = reach
      } else if remaining > 0 {
        remaining -= 1
        if modules.contains(String(word)) { found.insert(String(word)) }
      }
    }
    return found
  }
}

extension SwiftFrontend {
  /// Reads the C headers of Foundation before many samples are compiled, unless an earlier build
  /// did.
  ///
  /// The first import of Foundation takes a second to read them; concurrent imports check only at
  /// intervals whether that is done. The two largest modules are read at the same time.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func readHeaders(for sources: [SampleSource]) async throws {
    let foundation: Set = ["Foundation", "FoundationNetworking"]
    let mark = "\(moduleCache)/headers-read"
    guard !FileManager.default.fileExists(atPath: mark),
      sources.contains(where: { !ImportedModules.imports($0, among: foundation).isEmpty })
    else { return }
    // Where Foundation is built differently, these modules don't exist, which does no harm.
    async let shims = dependencies(ofImporting: ["_FoundationCShims"])
    async let others = dependencies(ofImporting: ["_FoundationICU", "Dispatch", "Glibc"])
    _ = try await (shims, others)
    // If the mark can't be written, the next build reads them again.
    _ = FileManager.default.createFile(atPath: mark, contents: nil)
  }

  /// Returns the hashes of the modules that some imports depend on; `nil` when they can't be
  /// imported.
  ///
  /// - Throws: `EnvironmentError` when the compiler can't be used at all.
  func dependencies(ofImporting names: Set<String>) async throws -> [String: String]? {
    let folder = try TemporaryFolder(in: environment.temporaryFolder, named: "imports")
    let text = names.sorted().map { "import \($0)\n" }.joined()
    try folder.write(text.utf8, to: "imports.swift")
    let rule = "\(folder.path)/imports.d"
    let program = toolchain.program("swift-frontend")
    let result = try await processes.run(
      Command(
        .inquiry, executable: program,
        arguments: [program, "-frontend", "-typecheck"]
          + codeFlags.filter { !["-frontend", "-c"].contains($0) }
          + ["-module-name", "imports", "-emit-dependencies-path", rule]
          + searchArguments + (environment.library?.arguments(ofImporting: names) ?? [])
          + ["imports.swift"],
        environment: folder.environment(adding: Self.variables),
        directory: folder.path, timeout: environment.compileTimeout, outputLimit: 4 << 20))
    guard result.succeeded, let paths = dependencies(inFile: rule) else { return nil }
    return modules.hashes(of: paths)
  }
}
