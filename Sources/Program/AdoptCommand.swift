import DocgenPipeline
import Foundation

/// `docgen adopt`: marks the blocks of existing documents and reports what they are now.
struct AdoptCommand: Subcommand {
  var paths: [String] = []
  var root = "."
  var package: String?
  var isDryRun = false
  var jobs: Int?

  static let options = [
    Option("--root", .folder) { $0.root = try $1.value() },
    Option("--package-path", .folder) { $0.package = try $1.value() },
    Option("--dry-run") { $0.isDryRun = try $1.flag() },
    Option("--jobs", .text) { $0.jobs = try $1.number(in: 1...256) },
  ]

  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let start = ContinuousClock.now
    let folder = URL(filePath: root, directoryHint: .isDirectory)
    let documented = try Docgen.package(named: package, ofSiteAt: folder)
    let adoption = try Adoption(
      paths, below: root, package: docgen.lab,
      library: try await docgen.library(of: documented),
      modules: try await documented?.modules() ?? [], jobs: jobs)
    let report = try await adoption.run(isDryRun: isDryRun) { round, verified, total in
      Terminal.error("round \(round): \(verified) of \(total) blocks verified")
    }
    for item in report.items { print("\(item.location): \(item.text)") }
    let remarks = try await docgen.remarks(on: report.items.map(\.text), of: documented)
    for remark in remarks + report.remarks {
      Terminal.note(remark)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print("\(isDryRun ? "would adopt" : "adopted"): \(report.summary(seconds: seconds))")
    return .fine
  }
}

extension CommandLineParser {
  mutating func adoptCommand() throws -> AdoptCommand {
    var command = AdoptCommand()
    while !rest.isEmpty {
      if let path = nextArgument() {
        command.paths.append(path)
      } else {
        try parseOption(AdoptCommand.options, of: &command)
      }
    }
    return command
  }
}
