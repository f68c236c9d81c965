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
    let root = URL(filePath: arguments.root, directoryHint: .isDirectory)
    let documented = try Docgen.package(named: arguments.package, ofSiteAt: root)
    let adoption = try Adoption(
      arguments.paths, below: arguments.root, package: docgen.lab,
      library: try await docgen.library(of: documented), jobs: arguments.jobs)
    let report = try await adoption.run(isDryRun: arguments.isDryRun) { round, verified, total in
      Terminal.error("round \(round): \(verified) of \(total) blocks verified")
    }
    for item in report.items { print("\(item.location): \(item.text)") }
    let isHeldBack = report.isHeldBack && !arguments.isDryRun
    if isHeldBack {
      Terminal.error(
        "docgen: nothing is written, because most blocks use names of the package without importing it"
      )
    }
    let remarks = try await docgen.remarks(onTexts: report.items.map(\.text), of: documented)
    for remark in remarks + report.remarks {
      Terminal.error("docgen: note: \(remark)")
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let word = arguments.isDryRun || isHeldBack ? "would adopt" : "adopted"
    print("\(word): \(report.summary(seconds: seconds))")
    return isHeldBack ? Docgen.Status.documents : Docgen.Status.fine
  }
}

/// The options of `adopt`.
struct AdoptArguments: Equatable {
  var paths: [String] = []
  var root = "."
  var package: String?
  var isDryRun = false
  var jobs: Int?
}

extension CommandLineParser {
  mutating func adoptArguments() throws(UsageError) -> AdoptArguments {
    var arguments = AdoptArguments()
    while !rest.isEmpty {
      if let path = nextArgument() {
        arguments.paths.append(path)
      } else if let option = try nextOption() {
        switch option {
        case "--root": arguments.root = try value()
        case "--package-path": arguments.package = try value()
        case "--dry-run": arguments.isDryRun = try flag()
        case "--jobs": arguments.jobs = try number(in: 1...256)
        default: throw unknown(option: option, of: "adopt")
        }
      }
    }
    return arguments
  }
}
