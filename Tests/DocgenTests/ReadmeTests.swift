import DocgenTestSupport
import Foundation
import Testing

/// README shows a page and a message; both must be what the program really takes and says.
@Suite(.fewAtOnce) struct ReadmeTests {
  /// The blocks of README that are indented by four columns, without the indentation.
  private static func indentedBlocks() throws -> [String] {
    let readme = try String(
      contentsOf: BuiltProducts.packageRoot.appending(path: "README.md"), encoding: .utf8)
    var blocks: [[Substring]] = []
    var isInside = false
    for line in readme.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    ") {
        if !isInside { blocks.append([]) }
        blocks[blocks.count - 1].append(line.dropFirst(4))
        isInside = true
      } else if line.isEmpty {
        if isInside { blocks[blocks.count - 1].append("") }
      } else {
        isInside = false
      }
    }
    return blocks.map { $0.joined(separator: "\n").trimmingCharacters(in: .newlines) + "\n" }
  }

  private func build(_ page: String) async throws -> RunningProgram.Result {
    let folder = try TemporaryFolder()
    try folder.write(page, to: "content/hello.md")
    return try await docgen(["build", "--root", folder.url.path])
  }

  @Test func theExampleWorks() async throws {
    let run = try await build(try Self.indentedBlocks()[0])
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.output.contains("1 sample (0 cached, 1 compiled, 1 run, 0 failed"))
  }

  @Test func theMessageIsTheProgramsOwn() async throws {
    let blocks = try Self.indentedBlocks()
    let run = try await build(blocks[0].replacing("statusCode", with: "statusCod"))
    #expect(run.status == 1)
    #expect(run.errorOutput == blocks[1])
  }

  /// `.ci/run` takes its commands from the quick start: two, each on a line of its own.
  @Test func theQuickStartHasTwoCommands() throws {
    let readme = try String(
      contentsOf: BuiltProducts.packageRoot.appending(path: "README.md"), encoding: .utf8)
    let section = try #require(readme.components(separatedBy: "## Quick start\n").last)
      .components(separatedBy: "\n## ")[0]
    let commands = section.components(separatedBy: "```sh\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    #expect(commands.count == 2)
    #expect(commands.first?.hasSuffix("swift run docgen build") == true)
    #expect(commands.last == "swift test")
  }
}
