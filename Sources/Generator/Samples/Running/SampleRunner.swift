import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenProcesses
import DocgenSampleHosting
import Foundation

/// Runs a sample in a separate process.
struct SampleRunner: Sendable {
  let environment: SampleEnvironment
  let processes: any ProcessLauncher
  let sandbox: Sandbox
  let symbolizer: Symbolizer

  /// The additional seconds in which a program that timed out can report where it is.
  private static let reportTime = 2
  /// The most bytes read from a program's report: a hundred requests with bodies of some kilobytes.
  private static let reportLimit = 4 << 20
  /// The name of a program's home in the run's folder.
  static let homeName = "sample"
  /// The folders next to it where Foundation stores files.
  ///
  /// Authors don't use these names: in a confined run they are replaced in the output.
  private static let (cacheName, dataName) = (".docgen-cache", ".docgen-data")

  /// Returns the names of a run's folders in its output, inner ones first; their real names differ
  /// in every run, unless it is confined.
  static func folderNames(_ folder: String) -> [(path: String, name: String)] {
    let home = "\(Sandbox.home)/\(homeName)"
    return [folder, Sandbox.home].flatMap { folder in
      [
        ("\(folder)/\(cacheName)", "\(home)/.cache"),
        ("\(folder)/\(dataName)", "\(home)/.local/share"),
      ]
    } + [(folder, Sandbox.home)]
  }

  /// Runs a program of a library.
  ///
  /// - Throws: `EnvironmentError` when the host can't be started.
  func run(
    _ program: SampleProgram, source: SampleSource, in library: SampleLibrary
  ) async throws -> SampleRun {
    let sample = program.lead
    let folder = try TemporaryFolder(in: environment.temporaryFolder, named: "run")
    let home = try folder.makeFolder(Self.homeName)
    let fixtures = try writeFixtures(sample.fixtures, in: folder)
    // The folder is removed after its last use, which must be this one.
    defer { withExtendedLifetime(folder) {} }
    let report = "\(folder.path)/report"
    var command = Command(
      .run, executable: environment.path(of: library.needs.host),
      arguments: [source.module],
      environment: variables(
        sample, in: folder.path, fixtures: fixtures, report: report
      )
      .merging([SampleProcess.variable: request(program, source: source, library: library).text]) {
        _, new in new
      },
      directory: home, timeout: program.timeout + SampleRunner.reportTime,
      outputLimit: SampleRun.outputLimit)
    command.processLimit = SampleRun.processLimit
    let result = try await sandbox.run(
      command, own: folder.path, visible: visible(library))
    let crash = try crashReport(of: result, in: library)
    let found = try await symbolizer.positions(
      of: crash.addresses, library: library.path, source: source, in: folder)
    let events = Transcript.events(in: reportedLines(report))
    let normalizer = OutputNormalizer(
      ports: PortMap(events),
      folders: SampleRunner.folderNames(folder.path) + [(library.folder.path + "/", "")]
        + programNames(source, library: library),
      program: source.text, module: source.module)
    let streams = [("standard output", result.output), ("standard error", result.errorOutput)]
    let transcripts = TranscriptReader(normalizer.events(events)).blocks
    let run = SampleRun(
      ending: SampleRunner.ending(result.ending, crash: crash, by: normalizer),
      output: normalizer.output(result.output), errorOutput: normalizer.output(result.errorOutput),
      // A truncated stream may end in the middle of a character.
      invalidStreams: result.ending == .wroteTooMuch
        ? [] : streams.filter { String(validating: $0.1, as: UTF8.self) == nil }.map(\.0),
      transcripts: transcripts, positions: found.positions, trapReason: found.trapReason,
      isLinkedAlone: library.isForOne,
      firstLine: source.firstLine)
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
    let words = String(decoding: result.errorOutput.prefix(500), as: UTF8.self)
      .split(separator: "\n").first.map { " (\($0))" }
    throw EnvironmentError.toolFailed(
      tool: environment.path(of: library.needs.host),
      reason: "it isn't the program that runs samples\(words ?? ""); build docgen again")
  }

  /// Returns whether a library can be loaded with all its symbols.
  ///
  /// - Throws: `EnvironmentError` when the host can't be started.
  func isComplete(_ library: SampleLibrary) async throws -> Bool {
    // Confined, because opening a library may run the sample's code here too.
    let result = try await sandbox.run(
      Command(
        .link, executable: environment.path(of: library.needs.host), arguments: ["docgen"],
        environment: library.folder.environment.merging(environment.hostVariables) { $1 }.merging(
          [
            SampleProcess.variable: SampleProcess.Request(library: library.path, entryPoint: nil)
              .text
          ]
        ) { _, new in new },
        directory: library.folder.path, timeout: 60), visible: visible(library))
    return result.ending == .exited(0)
  }

  /// Returns the files and folders that programs of a library may read.
  private func visible(_ library: SampleLibrary) -> [String] {
    [library.folder.path] + library.needs.libraries.flatMap { [$0.path] + $0.resources }
  }

  private func request(
    _ program: SampleProgram, source: SampleSource, library: SampleLibrary
  ) -> SampleProcess.Request {
    var request = SampleProcess.Request(library: library.path, entryPoint: source.entryPoint)
    request.isUnchecked = library.isForOne
    request.timeout = program.timeout
    return request
  }

  func variables(
    _ sample: Sample, in folder: String, fixtures: String, report: String
  ) -> [String: String] {
    let home = "\(folder)/\(Self.homeName)"
    return [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": home, "TMPDIR": home,
      "CFFIXED_USER_HOME": home,
      // Foundation creates these folders for every `URLSession`, including the servers'; elsewhere,
      // so that the home stays empty (XDG Base Directory Specification).
      "XDG_CACHE_HOME": "\(folder)/\(Self.cacheName)",
      "XDG_DATA_HOME": "\(folder)/\(Self.dataName)",
      // If disabled, the runtime would print its own stack trace, full of addresses. If enabled, it
      // leaves that to its signal handlers, which `CSampleHost` replaces. The program named here
      // never starts; without it the runtime searches for its own, and disables itself where
      // confinement hides it.
      "SWIFT_BACKTRACE": "enable=yes,warnings=suppressed,swift-backtrace=/usr/bin/true",
      // The same order of sets and dictionaries in every run.
      "SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0",
      "DOCGEN_FIXTURES": fixtures, "DOCGEN_REPORT": report,
      // `Sandbox` overrides it.
      "DOCGEN_OWN_NETWORK": "no",
      "DOCGEN_SEED": String(ContentHash.number(of: sample.id.description)),
    ].merging(environment.hostVariables) { $1 }
  }

  /// Returns the report of a run.
  ///
  /// The sample may have put anything there, such as a link to an endless device.
  func reportedLines(_ path: String, programs: Int = 1) -> Data {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let file = FileHandle(forReadingAtPath: path)
    else { return Data() }
    defer { try? file.close() }
    return (try? file.read(upToCount: programs * SampleRunner.reportLimit)) ?? Data()
  }

  func writeFixtures(_ fixtures: [Sample.Fixture], in folder: TemporaryFolder) throws
    -> String
  {
    let path = try folder.makeFolder("fixtures")
    for fixture in fixtures {
      let name = fixture.name.replacing("/", with: "_")
      try folder.write(Array(fixture.text.utf8), to: "fixtures/\(name).json")
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: "\(path)/\(name).json")
    }
    try? FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    return path
  }

  private static func ending(
    _ ending: CommandResult.Ending, crash: CrashReport, by normalizer: OutputNormalizer
  ) -> SampleRun.Ending {
    // While it reports where it is, it may still exit.
    if crash.isTimeOut { return .timedOut }
    return switch ending {
    case .timedOut: .timedOut
    case .wroteTooMuch: .wroteTooMuch
    case .startedTooMany: .startedTooMany
    case .signalled(let signal): .crashed(signal: signal)
    case .exited(let status):
      if let failure = crash.loadFailure {
        .notLoaded(normalizer.output(failure))
      } else if let error = crash.error {
        .threw(normalizer.output(error))
      } else {
        .exited(status)
      }
    }
  }
}
