import DocgenGround
import Foundation
import Testing

/// What users read of errors.
@Suite struct ErrorTests {
  private struct Own: Error, CustomStringConvertible { let description = "docgen's own words" }

  @Test func namesTheFileAndTheReason() {
    let error = #expect(throws: (any Error).self) {
      try Data(contentsOf: URL(filePath: "/nowhere/a.md"))
    }
    #expect(error?.systemReason == "No such file or directory")
    #expect(error?.userDescription == "'/nowhere/a.md': No such file or directory")
  }

  @Test func quotesNoDomains() {
    #expect(POSIXError(.EACCES).userDescription == "Permission denied")
    #expect(!NSError(domain: "Some", code: 3).userDescription.contains("Error Domain"))
    #expect(Own().userDescription == "docgen's own words")
  }
}
