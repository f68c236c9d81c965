import DocModel
import DocumentParsing
import Foundation
import Ground
import TestSupport
import Testing

@testable import Pipeline

/// Every folder of `Fixtures/Reference` has the symbols of a module, and its pages.
@Suite struct ReferenceTests {
  @Test(arguments: Fixture.all(in: "Reference"))
  func describesAModule(_ fixture: Fixture) throws {
    let reference = ModuleReference(
      of: try SymbolGraph(json: try #require(fixture.text("symbols.json"))), module: "Trips",
      root: "/site/")
    var text = ""
    for page in reference.pages {
      let (document, diagnostics) = page.document(DocumentParser())
      text += "== \(document.metadata.permalink)\n"
      text += "\(document.metadata.title): \(document.metadata.description ?? "")\n"
      text += page.file.text
      for sample in document.samples {
        text += "sample in \(sample.file), \(sample.document) at \(sample.range)\n"
        text += "  setup \(sample.setup?.lines ?? [])\n"
        for line in sample.lines + (sample.expectedOutput?.lines ?? []) {
          text += "  \(line.number):+\(line.removedColumns) \(line.text)\n"
        }
      }
      text += Self.text(of: diagnostics.map(page.moved))
    }
    text += Self.text(of: reference.diagnostics)
    for (name, target) in reference.targets.sorted(by: { $0.key < $1.key }) {
      text += "\(name) → \(target)\n"
    }
    fixture.expect(text, equals: "expected.txt")
  }

  private static func text(of diagnostics: [Diagnostic]) -> String {
    diagnostics.map { "\($0.location): \($0.message.text) [\($0.id.rawValue)]\n" }.joined()
  }
}
