import DocgenGround
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline

@Suite struct LabPackageTests {
  @Test func namesTheWayOutForSamplesOfAProgramWithoutServers() {
    let problem = problem(.compileError, "no such module 'SampleLab'")
    #expect(
      LabPackage.remarks(on: [problem], hasServers: false, isStatic: false)
        == [LabPackage.noServers])
    #expect(LabPackage.remarks(on: [problem], hasServers: true, isStatic: false) == [])
  }

  @Test func namesTheWayOutForCrashesInAStaticProgram() {
    let problem = problem(.sampleCrashed, "the sample crashed: bad memory access")
    let remarks = LabPackage.remarks(on: [problem], hasServers: true, isStatic: true)
    #expect(remarks.count == 1)
    #expect(remarks.first?.contains("--static-swift-stdlib") == true)
    #expect(LabPackage.remarks(on: [], hasServers: true, isStatic: true) == [])
  }

  @Test func knowsThatThisProgramLoadsTheSwiftRuntime() {
    let problem = problem(.sampleCrashed, "the sample crashed: bad memory access")
    #expect(LabPackage.remarks(on: [problem], hasServers: true) == [])
  }

  private func problem(_ id: Diagnostic.ID, _ text: String) -> Diagnostic {
    Diagnostic(.init(id, text), at: SourceLocation(file: "content/index.md"))
  }
}

extension LabPackage {
  /// The Lab of this package's build.
  static let testing = LabPackage(
    products: BuiltProducts.folder,
    sources: LabPackage.ofThisProgram.folder.appending(path: "Sources"))
}
