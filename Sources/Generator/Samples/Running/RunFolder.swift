import DocgenDocModel
import DocgenGround
import DocgenHashing
import DocgenProcesses
import Foundation

/// The folder of a run: the program's home, its fixtures, and the report of its servers.
struct RunFolder: Sendable {
  /// The folder itself, which is removed with the last copy of this value.
  let files: TemporaryFolder
  /// The environment variables of the program.
  private let variables: [String: String]
  private let home: String
  private let report: String

  /// The name of the program's home.
  private static let homeName = "sample"
  /// The names of the folders next to it where Foundation stores files.
  ///
  /// Authors don't use these names: in a confined run they are replaced in the output.
  private static let (cacheName, dataName) = (".docgen-cache", ".docgen-data")
  /// The most bytes read from a program's report: a hundred requests with bodies of some kilobytes.
  private static let reportLimit = 4 << 20

  /// Creates the folder for a program that begins with a sample.
  ///
  /// - Throws: `EnvironmentError` when it can't be written.
  init(for sample: Sample, in environment: SampleEnvironment, named name: String) throws {
    files = try TemporaryFolder(in: environment.temporaryFolder, named: name)
    home = try files.makeFolder(Self.homeName)
    report = "\(files.path)/report"
    variables = [
      "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC", "HOME": home, "TMPDIR": home,
      "CFFIXED_USER_HOME": home,
      // Foundation creates these folders for every `URLSession`, including the servers'; elsewhere,
      // so that the home stays empty (XDG Base Directory Specification).
      "XDG_CACHE_HOME": "\(files.path)/\(Self.cacheName)",
      "XDG_DATA_HOME": "\(files.path)/\(Self.dataName)",
      // If disabled, the runtime would print its own stack trace, full of addresses. If enabled, it
      // leaves that to its signal handlers, which `CSampleHost` replaces. The program named here
      // never starts; without it the runtime searches for its own, and disables itself where
      // confinement hides it.
      "SWIFT_BACKTRACE": "enable=yes,warnings=suppressed,swift-backtrace=/usr/bin/true",
      // The same order of sets and dictionaries in every run.
      "SWIFT_DETERMINISTIC_HASHING": "1", "PYTHONHASHSEED": "0", "PERL_HASH_SEED": "0",
      "DOCGEN_FIXTURES": try Self.write(sample.fixtures, in: files), "DOCGEN_REPORT": report,
      // `Sandbox` overrides it.
      "DOCGEN_OWN_NETWORK": "no",
      "DOCGEN_SEED": String(ContentHash.number(of: sample.id.description)),
    ].merging(environment.hostVariables) { $1 }
  }

  /// Its path.
  var path: String { files.path }

  /// Writes fixtures that the program can't change, and returns the path of their folder.
  private static func write(
    _ fixtures: [Sample.Fixture], in folder: TemporaryFolder
  ) throws -> String {
    let path = try folder.makeFolder("fixtures")
    for fixture in fixtures {
      let name = fixture.name.replacing("/", with: "_")
      try folder.write(fixture.text.utf8, to: "fixtures/\(name).json")
      try? FileManager.default.setAttributes(
        [.posixPermissions: 0o444], ofItemAtPath: "\(path)/\(name).json")
    }
    try? FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    return path
  }

  /// Returns the command that runs a program in this folder.
  ///
  /// - Parameter request: the hidden variable that tells the program what to do.
  func command(
    _ program: String, arguments: [String], request: (variable: String, text: String),
    timeout: Int, outputLimit: Int = SampleRun.outputLimit
  ) -> Command {
    var command = Command(
      .run, executable: program, arguments: arguments,
      environment: variables.merging([request.variable: request.text]) { $1 }, directory: home,
      timeout: timeout, outputLimit: outputLimit)
    command.processLimit = SampleRun.processLimit
    return command
  }

  /// Returns what the servers of some programs reported.
  ///
  /// The sample may have put anything there, such as a link to an endless device.
  func events(ofPrograms count: Int = 1) -> [Transcript.Event] {
    let attributes = try? FileManager.default.attributesOfItem(atPath: report)
    guard attributes?[.type] as? FileAttributeType == .typeRegular,
      let file = FileHandle(forReadingAtPath: report)
    else { return [] }
    defer { try? file.close() }
    return Transcript.events(in: (try? file.read(upToCount: count * Self.reportLimit)) ?? Data())
  }

  /// The names of the folders in the output, inner ones first; their real names differ in every
  /// run, unless it is confined.
  var names: [(path: String, name: String)] {
    let home = "\(Sandbox.home)/\(Self.homeName)"
    return [path, Sandbox.home].flatMap { folder in
      [
        ("\(folder)/\(Self.cacheName)", "\(home)/.cache"),
        ("\(folder)/\(Self.dataName)", "\(home)/.local/share"),
      ]
    } + [(path, Sandbox.home)]
  }
}
