import DocgenTestSupport
import Foundation
import Testing

/// Every file of `Fixtures/WrongPages` is a site whose pages are each wrong in one way, and the
/// messages in the order of the pages.
@Suite(.fewAtOnce) struct WrongPagesTests {
  @Test(arguments: Fixture.all(in: "WrongPages"))
  func reportsEachPage(_ fixture: Fixture) async throws {
    let folder = try TemporaryFolder()
    let files = fixture.inputs.map(\.name)
    try folder.write(fixture.inputs, to: "content")
    let run = try await docgen(["check", "--strict", "--root", folder.url.path])
    let messages = Self.messages(in: run.errorOutput)
    let pages = files.filter { $0.hasSuffix(".md") || $0.hasSuffix(".html") }
    for name in pages {
      #expect((messages[name] ?? "").contains(/: (error|warning): ./), "--strict passes \(name)")
    }
    fixture.expect(pages.compactMap { messages[$0] }.joined())
    #expect(run.status == 1)
    let others = messages.keys.filter { !files.contains($0) }
    #expect(others.isEmpty, "messages about \(others)")
  }

  /// Returns the messages about each file, with their excerpts and notes.
  private static func messages(in text: String) -> [String: String] {
    var messages: [String: String] = [:]
    var name = ""
    for line in text.split(separator: "\n") {
      if let match = line.prefixMatch(of: /content\/([^:]+)/) { name = String(match.output.1) }
      messages[name, default: ""] += line + "\n"
    }
    return messages
  }
}
