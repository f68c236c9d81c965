import DocgenSiteRendering
import Foundation
import Testing

/// The table of the guide names the values that templates see.
@Suite struct ValueNamesTests {
  @Test func areOnThePage() throws {
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../../content/writing/themes.md"), encoding: .utf8)
    let start = try #require(page.range(of: " {#values}\n")).upperBound
    let end = try #require(page.range(of: " {#strings}\n")).lowerBound
    let named = page[start..<end].matches(of: /`([a-zA-Z.]+)`/).flatMap {
      $0.1.split(separator: ".").map(String.init)
    }
    #expect(SiteRenderer.valueNames.subtracting(named) == [], "not on the page")
  }
}
