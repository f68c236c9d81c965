import DocgenProcesses
import DocgenSamples
import Foundation

/// `docgen build`, as an author runs it.
struct BuildProgram: Sendable {
  let docgen: String
  let jobs: Int
  private let processes = SystemProcesses()

  /// Builds the site in a folder.
  ///
  /// - Parameters:
  ///   - root: the site's folder; also that of temporary files if there is no other output.
  ///   - output: where to write the site, in a folder for temporary files; `nil` for the site's
  ///     folder.
  ///   - count: the number of samples that must be compiled; `nil` for any number.
  /// - Throws: `BenchFailure` when the build fails or compiles another number of samples.
  func build(_ root: URL, to output: URL? = nil, compiling count: Int?) async throws {
    let folder = output?.deletingLastPathComponent() ?? root
    let variables = ProcessInfo.processInfo.environment
    let result = try await processes.run(
      Command(
        .inquiry, executable: docgen,
        arguments: ["docgen", "build", "--root", root.path, "--jobs", String(jobs)]
          + (output.map { ["--output", $0.path] } ?? []),
        environment: ["PATH": variables["PATH"] ?? "", "HOME": folder.path, "TMPDIR": folder.path],
        directory: root.path, timeout: 3600))
    let output = String(decoding: result.output, as: UTF8.self)
    guard result.ending == .exited(0),
      count.map({ output.contains(", \($0) compiled, ") }) ?? true
    else {
      let words = String(decoding: result.errorOutput, as: UTF8.self).prefix(500)
      throw BenchFailure(
        description: "the site was not built as it should: \(result.ending), \(output)\(words)")
    }
  }
}
