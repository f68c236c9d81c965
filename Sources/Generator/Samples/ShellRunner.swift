import DocModel
import Foundation
import SampleHosting

/// Runs the shell programs of a page, one after the other, in a process that holds their servers.
struct ShellRunner: Sendable {
  let runner: SampleRunner

  /// Seconds beyond those of the programs that starting and stopping servers may take.
  private static let overhead = 20
  /// Seconds in which a program whose time is over may say where it was.
  private static let grace = 2

  /// Runs programs of one page with the fixtures of the first.
  ///
  /// - Returns: a run for each.
  /// - Throws: `EnvironmentError` when the host can't be started.
  func run(_ works: [SampleWork]) async throws -> [SampleRun] {
    let lead = works[0].program.lead
    let folder = try WorkingFolder(in: runner.environment.temporaryFolder, named: "shell")
    let home = try folder.makeFolder("home")
    let fixtures = try runner.writeFixtures(lead.fixtures, in: folder)
    defer {
      runner.allowRemoval(fixtures)
      // The folder goes with its last use, which must be this one.
      withExtendedLifetime(folder) {}
    }
    let scripts = works.map { ShellScript($0.program) }
    let seconds = scripts.map { $0.timeout + ShellRunner.grace }.reduce(ShellRunner.overhead, +)
    var limits = runner.environment.limits
    limits.processorSeconds = max(limits.processorSeconds, 4 * seconds)
    let job = ShellHost.Job(scripts: scripts, limits: limits.arguments)
    try folder.write(Array(try JSONEncoder().encode(job)), to: "job")
    let report = "\(folder.path)/report"
    var command = Command(
      .run, executable: runner.environment.host, arguments: ["docgen"],
      environment: runner.variables(lead, home: home, fixtures: fixtures, report: report)
        .merging([ShellHost.variable: "\(folder.path)/job"]) { _, new in new },
      directory: home, timeout: seconds,
      outputLimit: SampleRunner.outputLimit * scripts.count)
    command.processLimit = SampleRunner.processLimit
    let result = try await runner.confinement.run(command, writable: [folder.path])
    let lines = runner.reportedLines(report)
    let ports = CanonicalPorts(report: lines)
    let exchanges = HTTPExchange.parts(of: ports.normalise(lines))
    let names = RunNames(
      ports: ports, folders: [(home, SampleRunner.homeName), (folder.path, "/home")])
    let outputs = texts(result.output, names)
    let errorOutputs = texts(result.errorOutput, names)
    let ends = ShellHost.Report(
      ports.normalise(String(decoding: result.report, as: UTF8.self)), whole: result.ending)
    return works.indices.map { index in
      let end = ends.end(of: index)
      let output = outputs.indices.contains(index) ? outputs[index] : Text()
      let errorOutput = errorOutputs.indices.contains(index) ? errorOutputs[index] : Text()
      return SampleRun(
        ending: end.ending, output: output.text, errorOutput: errorOutput.text,
        invalidStreams: (output.isValid ? [] : ["standard output"])
          + (errorOutput.isValid ? [] : ["standard error"]),
        exchanges: exchanges.indices.contains(index) ? exchanges[index].blocks : [],
        places: end.place.map { place in
          let lines = scripts[index].text.split(separator: "\n", omittingEmptySubsequences: false)
          return [SampleRun.Place(line: place.line(in: lines), column: 1)]
        } ?? [],
        isLinkedAlone: false, firstLine: works[index].source.firstLine)
    }
  }

  /// What one program wrote to a stream.
  private struct Text: Sendable {
    var text = ""
    var isValid = true
  }

  /// What each program wrote to a stream, as readers may see it.
  private func texts(_ bytes: [UInt8], _ names: RunNames) -> [Text] {
    let boundary = Array(ShellScript.boundary.utf8)
    var pieces: [[UInt8]] = [[]]
    var rest = bytes[...]
    while let first = rest.first {
      if first == 0, rest.starts(with: boundary) {
        pieces.append([])
        rest = rest.dropFirst(boundary.count)
      } else {
        pieces[pieces.count - 1].append(first)
        rest = rest.dropFirst()
      }
    }
    return pieces.map { piece in
      Text(
        text: names.canonical(piece),
        isValid: String(validating: piece, as: UTF8.self) != nil)
    }
  }
}
