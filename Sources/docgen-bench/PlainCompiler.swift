import DocgenProcesses
import DocgenSamples
import Foundation

/// The way without docgen: `swiftc` compiles a program from each file, and each program runs.
struct PlainCompiler: Sendable {
  let swiftc: String
  let jobs: Int
  private let processes = SystemProcesses()

  /// Finds the first `swiftc` in the folders of `PATH`.
  init(jobs: Int) throws {
    guard let found = Command.programs(named: "swiftc").first else {
      throw BenchFailure(description: "no swiftc in the folders of PATH")
    }
    swiftc = found
    self.jobs = jobs
  }

  /// Builds and runs every sample in a folder, `jobs` of them at a time.
  func run(_ samples: [GeneratedSample], in folder: ScratchFolder) async throws {
    for sample in samples { try folder.write(sample.code, to: "\(sample.number)/main.swift") }
    try await withThrowingTaskGroup(of: Void.self) { group in
      var rest = samples[...]
      for sample in rest.prefix(jobs) { group.addTask { try await run(sample, in: folder.url) } }
      rest = rest.dropFirst(jobs)
      while try await group.next() != nil {
        guard let sample = rest.popFirst() else { continue }
        group.addTask { try await run(sample, in: folder.url) }
      }
    }
  }

  private func run(_ sample: GeneratedSample, in folder: URL) async throws {
    let directory = folder.appending(path: "\(sample.number)").path
    // The cache of C modules is shared within a round, as in docgen's engine.
    let cache = folder.appending(path: "modules").path
    try await launch(
      .compilation, program: swiftc,
      arguments: [
        "-swift-version", "6", "-module-cache-path", cache, "main.swift", "-o", "program",
      ],
      in: directory)
    let output = try await launch(
      .run, program: "\(directory)/program", arguments: [], in: directory)
    guard output == sample.output + "\n" else {
      throw BenchFailure(description: "sample \(sample.number) printed '\(output)'")
    }
  }

  @discardableResult
  private func launch(
    _ purpose: Command.Purpose, program: String, arguments: [String], in directory: String
  ) async throws -> String {
    let result = try await processes.run(
      Command(
        purpose, executable: program, arguments: [program] + arguments,
        environment: ["PATH": "/usr/bin:/bin", "HOME": directory, "TMPDIR": directory],
        directory: directory))
    guard result.ending == .exited(0) else {
      let words = String(decoding: result.errorOutput, as: UTF8.self)
      throw BenchFailure(description: "'\(program)' ended with \(result.ending): \(words)")
    }
    return String(decoding: result.output, as: UTF8.self)
  }
}
