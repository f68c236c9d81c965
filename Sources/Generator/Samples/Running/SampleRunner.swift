import DocgenDocModel
import DocgenGround
import DocgenProcesses
import DocgenSampleHosting
import Foundation

/// Runs a sample in a separate process.
struct SampleRunner: Sendable {
  let environment: SampleEnvironment
  let sandbox: Sandbox
  let symbolizer: Symbolizer

  /// The additional seconds in which a program that timed out can report where it is.
  private static let reportTime = 2

  /// Runs a program of a library.
  ///
  /// - Throws: `EnvironmentError` when the host can't be started.
  func run(_ source: SampleSource, in library: SampleLibrary) async throws -> SampleRun {
    let program = source.program
    let folder = try RunFolder(for: program.lead, in: environment, named: "run")
    // The folder is removed after its last use, which must be this one.
    defer { withExtendedLifetime(folder) {} }
    let request = SampleProcess.Request(
      library: library.path, entryPoint: source.entryPoint, isUnchecked: library.isForOne,
      timeout: program.timeout)
    let command = folder.command(
      environment.path(of: library.needs.host), arguments: [source.module],
      request: (SampleProcess.variable, request.text),
      timeout: program.timeout + SampleRunner.reportTime)
    let result = try await sandbox.run(
      command, own: folder.path, visible: visible(library))
    let crash = try crashReport(of: result, in: library)
    let found = try await symbolizer.positions(
      of: crash.addresses, library: library.path, source: source, in: folder.files)
    let events = folder.events()
    let normalizer = OutputNormalizer(
      ports: PortMap(events),
      folders: folder.names + [(library.folder.path + "/", "")]
        + programNames(source, library: library),
      program: source.text, module: source.module)
    let streams = [("standard output", result.output), ("standard error", result.errorOutput)]
    let run = SampleRun(
      ending: SampleRunner.ending(result.ending, crash: crash, by: normalizer),
      output: normalizer.output(result.output), errorOutput: normalizer.output(result.errorOutput),
      // A truncated stream may end in the middle of a character.
      invalidStreams: result.ending == .wroteTooMuch
        ? [] : streams.filter { String(validating: $0.1, as: UTF8.self) == nil }.map(\.0),
      transcripts: TranscriptReader(normalizer.events(events)).blocks, positions: found.positions,
      trapReason: found.trapReason, firstLine: source.firstLine)
    return source.hasMainType
      ? run.attributed(to: source.mainBlock, of: program.code.count) : run
  }

  /// Returns the names of the host in the output, where readers see the sample as a program.
  ///
  /// The path of the host's folder may also appear for other reasons, so it is replaced only if the
  /// sample uses `Bundle.main`.
  private func programNames(
    _ source: SampleSource, library: SampleLibrary
  ) -> [(path: String, name: String)] {
    let program = URL(filePath: environment.path(of: library.needs.host))
    let programs = [program.resolvingSymlinksInPath(), program]
    let names = programs.map { ($0.path, "…/\(source.module)") }
    guard source.text.contains("Bundle.main") else { return names }
    return names + programs.map { ($0.deletingLastPathComponent().path, "…") }
  }

  /// Returns the host's report.
  ///
  /// - Throws: `EnvironmentError` when another program ran, whose success says nothing about the
  ///   sample.
  private func crashReport(
    of result: CommandResult, in library: SampleLibrary
  ) throws -> CrashReport {
    let crash = CrashReport(result.report)
    guard case .exited = result.ending, crash.loadFailure == nil,
      crash.host != SampleProcess.version
    else { return crash }
    let words = result.errorText.prefix(500).split(separator: "\n").first.map { " (\($0))" }
    throw EnvironmentError.toolFailed(
      tool: environment.path(of: library.needs.host),
      reason: "it isn't the program that runs samples\(words ?? ""); build docgen again")
  }

  /// Returns whether a library can be loaded with all its symbols.
  ///
  /// - Throws: `EnvironmentError` when the host can't be started.
  func isComplete(_ library: SampleLibrary) async throws -> Bool {
    var variables = library.folder.environment(adding: environment.hostVariables)
    variables[SampleProcess.variable] =
      SampleProcess.Request(library: library.path, entryPoint: nil).text
    // Confined, because opening a library may run the sample's code here too.
    let result = try await sandbox.run(
      Command(
        .link, executable: environment.path(of: library.needs.host), arguments: ["docgen"],
        environment: variables, directory: library.folder.path, timeout: 60),
      visible: visible(library))
    return result.succeeded
  }

  /// Returns the files and folders that programs of a library may read.
  private func visible(_ library: SampleLibrary) -> [String] {
    [library.folder.path] + library.needs.libraries.flatMap { [$0.path] + $0.resources }
  }

  private static func ending(
    _ ending: CommandResult.Ending, crash: CrashReport, by normalizer: OutputNormalizer
  ) -> SampleRun.Ending {
    // While it reports where it is, it may still exit.
    if crash.isTimeOut { return .timedOut }
    guard case .exited = ending else { return SampleRun.Ending(ending) }
    if let failure = crash.loadFailure { return .notLoaded(normalizer.output(failure)) }
    if let error = crash.error { return .threw(normalizer.output(error)) }
    return SampleRun.Ending(ending)
  }
}
