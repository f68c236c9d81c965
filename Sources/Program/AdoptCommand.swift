import DocgenPipeline
import Foundation

/// `docgen adopt`: marks the blocks of existing documents and reports what they are now.
struct AdoptCommand {
  let arguments: AdoptArguments

  init(_ arguments: AdoptArguments) {
    self.arguments = arguments
  }

  func run(in docgen: Docgen) async throws -> Int32 {
    let start = ContinuousClock.now
    let here = URL(filePath: ".", directoryHint: .isDirectory)
    let documented = try Docgen.package(named: arguments.package, ofSiteAt: here)
    let adoption = try Adoption(
      arguments.paths, package: docgen.lab, library: try await docgen.library(of: documented),
      jobs: arguments.jobs)
    let report = try await adoption.run(isDryRun: arguments.isDryRun) { round, verified, total in
      Terminal.error("round \(round): \(verified) of \(total) blocks verified")
    }
    for item in report.items { print("\(item.location): \(item.text)") }
    let seconds = (ContinuousClock.now - start).seconds
    let word = arguments.isDryRun ? "would adopt" : "adopted"
    print("\(word): \(report.summary(seconds: seconds))")
    return Docgen.Status.fine
  }
}
