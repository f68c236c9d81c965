import DocgenDocModel
import DocgenGround
import DocgenProcesses
import Foundation

/// Runs the shell programs of a page, one after the other, in a process with their servers.
struct ShellRunner: Sendable {
  let environment: SampleEnvironment
  let sandbox: Sandbox

  /// The additional seconds for starting and stopping servers.
  private static let overhead = 20
  /// The additional seconds in which a program that timed out can report its line.
  private static let extraTime = 2

  /// Runs programs of one page with the fixtures of the first.
  ///
  /// - Returns: a run for each program.
  /// - Throws: `EnvironmentError` when the host can't be started.
  func run(_ sources: [SampleSource]) async throws -> [SampleRun] {
    let folder = try RunFolder(for: sources[0].program.lead, in: environment, named: "shell")
    // The folder is removed after its last use, which must be this one.
    defer { withExtendedLifetime(folder) {} }
    let scripts = sources.map { ShellScript($0.program) }
    let seconds = scripts.map { $0.timeout + ShellRunner.extraTime }.reduce(ShellRunner.overhead, +)
    let key = String(UInt64.random(in: .min ... .max), radix: 16)
    let boundary = Array(ShellScript.boundary(key).utf8)
    let job = ShellHost.Job(scripts: scripts, seconds: seconds, key: key)
    try folder.files.write(JSONEncoder().encode(job), to: "job")
    let command = folder.command(
      environment.host, arguments: ["docgen"],
      request: (ShellHost.variable, "\(folder.path)/job"), timeout: seconds,
      outputLimit: (ShellHost.outputLimit + boundary.count) * scripts.count)
    let result = try await sandbox.run(command, own: folder.path)
    let events = folder.events(ofPrograms: scripts.count)
    let ports = PortMap(events)
    let normalizers = scripts.map {
      OutputNormalizer(ports: ports, folders: folder.names, program: $0.text)
    }
    let transcripts = TranscriptReader.programs(normalizers[0].events(events)).map(\.blocks)
    let outputs = texts(result.output, between: boundary, normalizers: normalizers)
    let errorOutputs = texts(result.errorOutput, between: boundary, normalizers: normalizers)
    let ends = ShellHost.Report(
      OutputNormalizer(ports: ports, folders: [], program: "").addresses(
        String(decoding: result.report, as: UTF8.self)),
      host: result.ending)
    return sources.indices.map { index in
      let end = ends.end(of: index)
      let output = outputs.indices.contains(index) ? outputs[index] : Text()
      let errorOutput = errorOutputs.indices.contains(index) ? errorOutputs[index] : Text()
      return SampleRun(
        ending: output.isTooLong || errorOutput.isTooLong ? .wroteTooMuch : end.ending,
        output: output.text, errorOutput: scripts[index].naming(errorOutput.text),
        invalidStreams: (output.isValid ? [] : ["standard output"])
          + (errorOutput.isValid ? [] : ["standard error"]),
        transcripts: transcripts.indices.contains(index) ? transcripts[index] : [],
        positions: position(of: end.lines, in: sources[index]).map { [$0] } ?? [],
        firstLine: sources[index].firstLine)
    }
  }

  /// Returns the position of the innermost line that is in the author's file; other lines are in
  /// files that the script reads.
  private func position(of lines: [Int], in source: SampleSource) -> SampleRun.Position? {
    lines.lazy.map(source.start(ofLine:)).first { !source.line(at: $0).isEmpty }
  }

  /// The output of one program to a stream.
  private struct Text: Sendable {
    var text = ""
    var isValid = true
    var isTooLong = false
  }

  /// Returns the output of each program to a stream, as readers see it.
  private func texts(
    _ bytes: [UInt8], between boundary: [UInt8], normalizers: [OutputNormalizer]
  ) -> [Text] {
    // Faster than to split at a sequence: there may be a megabyte.
    var chunks: [[UInt8]] = [[]]
    var rest = bytes[...]
    while let zero = rest.firstIndex(of: 0) {
      let isBoundary = rest[zero...].starts(with: boundary)
      chunks[chunks.count - 1] += isBoundary ? rest[..<zero] : rest[...zero]
      if isBoundary { chunks.append([]) }
      rest = rest[(zero + (isBoundary ? boundary.count : 1))...]
    }
    chunks[chunks.count - 1] += rest
    return zip(chunks, normalizers).map { chunk, normalizer in
      let isTooLong = chunk.count > SampleRun.outputLimit
      return Text(
        text: normalizer.output(isTooLong ? Array(chunk.prefix(SampleRun.outputLimit)) : chunk),
        // Truncated output may end in the middle of a character.
        isValid: isTooLong || String(validating: chunk, as: UTF8.self) != nil,
        isTooLong: isTooLong)
    }
  }
}
