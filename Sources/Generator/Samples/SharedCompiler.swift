import DocModel
import Foundation

/// Compiles several samples in one process.
///
/// It gives the very objects that a compiler of their own would, but answers only for samples about
/// which there is nothing to say: what is said names places, and is read from the compiler itself.
struct SharedCompiler: Sendable {
  let compiler: SampleCompiler
  /// The toolchain's library with the compiler in it.
  let library: String

  /// What came of one sample.
  enum Result: Sendable {
    /// Compiled in this time, without a word.
    case compiled(CompiledSample, Duration)
    /// The compiler has something to say, or the modules that it depends on are not known.
    case unclear
    /// The process ended before it came to it.
    case lost
  }

  /// Seconds for some samples together; those that it was not enough for are compiled alone.
  private static let timeout = 120

  /// Compiles samples, one after another.
  ///
  /// - Throws: `EnvironmentError` when the host can't be started.
  func compile(_ sources: [SampleSource], _ imports: ImportedModules) async throws -> [Result] {
    let folder = try WorkingFolder(
      in: compiler.environment.temporaryFolder, named: "compilations")
    var compilations: [CompilerHost.Compilation] = []
    for (index, source) in sources.enumerated() {
      try folder.write(Array(source.text.utf8), to: "\(index)/\(source.compiledPath)")
      compilations.append(
        CompilerHost.Compilation(
          folder: "\(folder.path)/\(index)", arguments: arguments(source)))
    }
    let request = CompilerHost.Request(library: library, compilations: compilations)
    try folder.write(Array(try JSONEncoder().encode(request)), to: "request")
    let result = try await compiler.processes.run(
      Command(
        .compilations, executable: compiler.environment.host, arguments: ["docgen"],
        environment: folder.environment.merging(SampleCompiler.variables) { $1 }
          .merging([CompilerHost.variable: "\(folder.path)/request"]) { $1 },
        directory: folder.path, timeout: Self.timeout))
    let answers = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
      .compactMap(CompilerHost.Answer.init)
    let byIndex = Dictionary(answers.map { ($0.index, $0) }, uniquingKeysWith: { $1 })
    return sources.indices.map { index in
      guard let answer = byIndex[index] else { return .lost }
      let path = "\(folder.path)/\(index)/\(SampleCompiler.objectName)"
      guard answer.isSilent, let dependencies = imports.dependencies(of: sources[index]),
        let object = FileManager.default.contents(atPath: path)
      else { return .unclear }
      return .compiled(
        CompiledSample(Array(object), of: sources[index], dependencies: dependencies), answer.time)
    }
  }

  /// The compiler's flags in the words of `swiftc`, which hands on to it those that it doesn't know.
  private func arguments(_ source: SampleSource) -> [String] {
    let known: Set = ["-c", "-target", "-swift-version", "-Onone", "-gline-tables-only"]
    var arguments: [String] = []
    var isKnown = false
    for flag in compiler.codeFlags {
      if flag.hasPrefix("-") { isKnown = known.contains(flag) }
      arguments += isKnown ? [flag] : ["-Xfrontend", flag]
    }
    arguments += ["-Xfrontend", "-entry-point-function-name", "-Xfrontend", source.entryPoint]
    arguments += compiler.inputArguments(source)
    for argument in compiler.pluginArguments { arguments += ["-Xfrontend", argument] }
    return arguments
  }
}
