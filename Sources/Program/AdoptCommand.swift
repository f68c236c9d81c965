import DocgenPipeline
import Foundation

/// `docgen adopt`: marks the blocks of existing documents and reports what they are now.
struct AdoptCommand: Subcommand {
  var paths: [String] = []
  var root = "."
  var package: String?
  var isDryRun = false
  var jobs: Int?

  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let start = ContinuousClock.now
    let folder = URL(filePath: root, directoryHint: .isDirectory)
    let documented = try Docgen.package(named: package, ofSiteAt: folder)
    let adoption = try Adoption(
      paths, below: root, package: docgen.lab,
      library: try await docgen.library(of: documented), jobs: jobs)
    let report = try await adoption.run(isDryRun: isDryRun) { round, verified, total in
      Terminal.error("round \(round): \(verified) of \(total) blocks verified")
    }
    for item in report.items { print("\(item.location): \(item.text)") }
    let isHeldBack = report.isHeldBack && !isDryRun
    if isHeldBack {
      Terminal.error(
        "docgen: nothing is written, because most blocks use names of the package without importing it"
      )
    }
    let remarks = try await docgen.remarks(on: report.items.map(\.text), of: documented)
    for remark in remarks + report.remarks {
      Terminal.note(remark)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let word = isDryRun || isHeldBack ? "would adopt" : "adopted"
    print("\(word): \(report.summary(seconds: seconds))")
    return isHeldBack ? .documents : .fine
  }
}

extension CommandLineParser {
  mutating func adoptCommand() throws(UsageError) -> AdoptCommand {
    var command = AdoptCommand()
    while !rest.isEmpty {
      if let path = nextArgument() {
        command.paths.append(path)
      } else if let option = try nextOption() {
        switch option {
        case "--root": command.root = try value()
        case "--package-path": command.package = try value()
        case "--dry-run": command.isDryRun = try flag()
        case "--jobs": command.jobs = try number(in: 1...256)
        default: throw unknown(option: option, of: "adopt")
        }
      }
    }
    return command
  }
}
