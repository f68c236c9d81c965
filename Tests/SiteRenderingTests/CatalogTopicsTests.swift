import DocgenDocModel
import DocgenDocumentParsing
import DocgenGround
import Testing

@testable import DocgenSiteRendering

@Suite struct CatalogTopicsTests {
  /// A catalog whose articles list one another has no navigation of a thousand levels.
  @Test func listsAreNestedToALimit() {
    let summaries = (0..<20).map { number in
      let file = SourceFile(
        path: "Trips.docc/A\(number).md",
        text: "# A\(number)\n\n## Topics\n\n- <doc:A\(number + 1)>\n")
      return PageSummary(of: DocumentParser().parse(file).document)
    }
    var diagnostics: [Diagnostic] = []
    let site = SiteMap(pages: summaries, assets: [], diagnostics: &diagnostics)
    let navigation = Navigation(
      configuration: SiteConfiguration(), site: site, diagnostics: &diagnostics)
    #expect(diagnostics.isEmpty)
    #expect(Set(navigation.pages) == Set(0..<20))
    // The catalog's folder, and the lists.
    #expect((0..<20).map { navigation.trail(to: $0, in: site).count }.max() == 10)
  }
}
