import Foundation
import Testing

@testable import DocgenDocumentParsing

/// The table of the guide lists the options that docgen reads.
@Suite struct OptionTableTests {
  @Test func listsEachOptionOfTheCode() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../content/writing/syntax.md"), encoding: .utf8)
    let section = page.components(separatedBy: " {#options}\n").last ?? ""
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| [`") }
    let listed = rows.flatMap { row in
      (row.split(separator: " | ").first ?? "").matches(of: /`([a-z][a-z-]*)/).map { String($0.1) }
    }
    #expect(Set(listed).subtracting(SampleOptions.names) == [], "not in the code")
    #expect(Set(SampleOptions.names).subtracting(listed) == [], "not on the page")
  }
}
