import DocModel
import Foundation
import Ground
import Hashing
import Processes
import SampleHosting

/// Runs one sample in a process of its own.
struct SampleRunner: Sendable {
  let environment: SampleEnvironment
  let processes: any ProcessLauncher
  let sandbox: Sandbox
  let symbolizer: Symbolizer

  /// Seconds more than a program has, in which it can say where its time was over.
  private static let grace = 2
  /// What a report is read of for each program: a hundred requests with bodies of some kilobytes.
  private static let reportLimit = 4 << 20
  /// The folder of a run in which the program's home lies.
  static let homeName = "sample"
  /// Those beside it that Foundation keeps things in, by names that no author gives a folder: where a run is
  /// confined, they are exchanged in what it prints.
  private static let (cacheName, dataName) = (".docgen-cache", ".docgen-data")

  /// What a run's folders are called in its output, inner ones first: their real names are new at every
  /// run, unless it is confined.
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
    _ program: SampleProgram, _ source: SampleSource, in library: SampleLibrary
  ) async throws -> SampleRun {
    let sample = program.lead
    let folder = try TemporaryFolder(in: environment.temporaryFolder, named: "run")
    let home = try folder.makeFolder(Self.homeName)
    let fixtures = try writeFixtures(sample.fixtures, in: folder)
    // The folder goes with its last use, which must be this one.
    defer { withExtendedLifetime(folder) {} }
    let report = "\(folder.path)/report"
    var command = Command(
      .run, executable: environment.path(of: library.host),
      arguments: [source.module],
      environment: variables(
        sample, in: folder.path, fixtures: fixtures, report: report
      )
      .merging([SampleProcess.variable: request(program, source, library).text]) { _, new in new
      },
      directory: home, timeout: program.timeout + SampleRunner.grace,
      outputLimit: SampleRun.outputLimit)
    command.processLimit = SampleRun.processLimit
    let result = try await sandbox.run(
      command, own: folder.path, visible: [library.folder.path])
    let crash = try crashReport(of: result, in: library)
    let found = try await symbolizer.places(
      of: crash.addresses, library: library.path, source: source, in: folder)
    let events = Transcript.events(in: reportedLines(report))
    let normalizer = OutputNormalizer(
      ports: PortMap(events),
      folders: SampleRunner.folderNames(folder.path) + [(library.folder.path + "/", "")]
        + programNames(source, library),
      program: source.text)
    let streams = [("standard output", result.output), ("standard error", result.errorOutput)]
    let transcripts = TranscriptReader(normalizer.events(events)).blocks
    let run = SampleRun(
      ending: SampleRunner.ending(result.ending, crash, normalizer),
      output: normalizer.output(result.output), errorOutput: normalizer.output(result.errorOutput),
      // A stream that was cut off may end in the middle of a character.
      invalidStreams: result.ending == .wroteTooMuch
        ? [] : streams.filter { String(validating: $0.1, as: UTF8.self) == nil }.map(\.0),
      transcripts: transcripts, places: found.places, trapReason: found.trapReason,
      isLinkedAlone: library.isForOne,
      firstLine: source.firstLine)
    return source.hasMainType
      ? run.attributed(to: source.mainBlock, of: program.blocks.count) : run
  }

  /// The program that a sample runs in, which readers have none of: the sample is one of its own for them.
  ///
  /// The folder that it lies in is one of theirs too, and stands for itself unless the sample asks for it.
  private func programNames(
    _ source: SampleSource, _ library: SampleLibrary
  ) -> [(path: String, name: String)] {
    let program = URL(filePath: environment.path(of: library.host))
    let programs = [program.resolvingSymlinksInPath(), program]
    let names = programs.map { ($0.path, "…/\(source.module)") }
    guard source.text.contains("Bundle.main") else { return names }
    return names + programs.map { ($0.deletingLastPathComponent().path, "…") }
  }

  /// What a host said of its end.
  ///
  /// - Throws: `EnvironmentError` when whoever ended was no host of ours: that nothing went wrong there
  ///   says nothing of the sample.
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
      tool: environment.path(of: library.host),
      reason: "it isn't the program that runs samples\(words ?? ""); build docgen again")
  }

  /// Whether a library can be loaded with all its symbols found.
  ///
  /// - Throws: `EnvironmentError` when the host can't be started.
  func isComplete(_ library: SampleLibrary) async throws -> Bool {
    // Confined, for code that a sample has run when its library is opened runs here too.
    let result = try await sandbox.run(
      Command(
        .link, executable: environment.path(of: library.host), arguments: ["docgen"],
        environment: library.folder.environment.merging(
          [
            SampleProcess.variable: SampleProcess.Request(library: library.path, entryPoint: nil)
              .text
          ]
        ) { _, new in new },
        directory: library.folder.path, timeout: 60), visible: [library.folder.path])
    return result.ending == .exited(0)
  }

  private func request(
    _ program: SampleProgram, _ source: SampleSource, _ library: SampleLibrary
  ) -> SampleProcess.Request {
    var request = SampleProcess.Request(library: library.path, entryPoint: source.entryPoint)
    request.isUnchecked = library.isForOne
    request.timeout = program.timeout
    request.limits = environment.limits
    // The time limit comes first, unless many threads work hard.
    request.limits.processorSeconds = max(request.limits.processorSeconds, 4 * program.timeout)
    return request
  }

  func variables(
    _ sample: Sample, in folder: String, fixtures: String, report: String
  ) -> [String: String] {
    let home = "\(folder)/\(Self.homeName)"
    return [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": home, "TMPDIR": home,
      "CFFIXED_USER_HOME": home,
      // Where Foundation makes folders as soon as a `URLSession` is made, also by the servers, so
      // that the home is empty (XDG Base Directory Specification).
      "XDG_CACHE_HOME": "\(folder)/\(Self.cacheName)",
      "XDG_DATA_HOME": "\(folder)/\(Self.dataName)",
      // Disabled, the runtime would print a stack trace of its own, full of addresses. Enabled, it
      // leaves that to its signal handlers, and `CSampleHost` puts others in their place. The
      // program those would start is never started; without its name the runtime looks for it, and
      // disables itself where confinement hides it.
      "SWIFT_BACKTRACE": "enable=yes,warnings=suppressed,swift-backtrace=/usr/bin/true",
      // Sets and dictionaries in the same order at every run.
      "SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0",
      "DOCGEN_FIXTURES": fixtures, "DOCGEN_REPORT": report,
      // `Sandbox` knows better.
      "DOCGEN_OWN_NETWORK": "no",
      "DOCGEN_SEED": String(ContentHash.number(of: sample.id.description)),
    ]
  }

  /// The report of a run.
  ///
  /// The sample may have put anything there, such as a link to a device without an end.
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
    _ ending: CommandResult.Ending, _ crash: CrashReport, _ normalizer: OutputNormalizer
  ) -> SampleRun.Ending {
    // While it says where it is, it may still come to an end.
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
