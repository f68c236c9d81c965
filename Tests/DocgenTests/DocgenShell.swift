import DocgenTestSupport
import Foundation
import Testing

/// Runs docgen, by default in this process's folder.
func docgen(
  _ words: [String], environment: [String: String] = [:], in folder: TemporaryFolder? = nil
) async throws -> RunningProgram.Result {
  try await RunningProgram.run(
    BuiltProducts.folder.appending(path: "docgen"), words, environment: environment,
    in: folder?.url)
}

/// Runs the commands of a fixture's part, and compares the part with what they print.
///
/// Such a part begins with one or two commands, `$ docgen WORDS` or `$ mv OLD NEW`; what `docgen`
/// wrote to standard error and standard output follows, and its exit status.
struct DocgenShell {
  /// The folder of the site's folder `root`.
  let folder: URL

  /// - Returns: the exit status of `docgen`.
  @discardableResult
  func expect(_ fixture: Fixture, _ part: String = "expected") async throws -> Int32 {
    let lines = (fixture.text(part) ?? "$ docgen build root\n").split(separator: "\n")
    var text = ""
    var status: Int32 = 0
    for line in lines.prefix(while: { $0.hasPrefix("$ ") }) {
      text += "\(line)\n"
      let words = line.dropFirst(2).split(separator: " ").map(String.init)
      if words[0] == "mv" {
        try FileManager.default.moveItem(
          at: folder.appending(path: words[1]), to: folder.appending(path: words[2]))
        continue
      }
      let root = folder.appending(path: words[words.count - 1])
      let run = try await docgen(words.dropFirst().dropLast() + ["--root", root.path])
      text += Self.normalised(run.errorOutput, root)
      text += Self.sortingFailures(Self.normalised(run.output, root))
      text += "exit status \(run.status)\n"
      status = run.status
    }
    fixture.expect(text, equals: part)
    return status
  }

  /// Samples fail in any order.
  private static func sortingFailures(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let failures = lines.prefix { $0.contains(": error: ") }
    return (failures.sorted() + lines.dropFirst(failures.count)).joined(separator: "\n")
  }

  /// A text without what differs from machine to machine and from run to run.
  private static func normalised(_ text: String, _ root: URL) -> String {
    text.replacing(root.path, with: "[ROOT]")
      .replacing(/[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/, with: "[UUID]")
      .replacing(/, \d+\.\d s$/.anchorsMatchLineEndings(), with: ", [TIME]")
      .replacing(/\d+\.\d kB/, with: "[SIZE]")
      .replacing(/unconfined|confined by \w+/, with: "[CONFINED]")
      // The runtime names lines of its own source, which are other ones in each release.
      .replacing(/Swift\/\w+\.swift:\d+/, with: "[RUNTIME]")
      // The seconds of reports in JSON and XML.
      .replacing(/"seconds":{[^}]*}/, with: "\"seconds\":[TIMES]")
      .replacing(/("(?:s|linkS)econds":)\d+(?:\.\d+)?/) { "\($0.1)[TIME]" }
      .replacing(/\ time="[0-9.]+"/, with: " time=\"[TIME]\"")
  }
}
