import DocgenPipeline
import DocgenSamples
import Foundation

/// Builds a generated site without samples as an author does: from nothing, again, and after edits.
struct PageBenchmark: Benchmark {
  static let name = "pages"
  static let defaultRounds = 3

  private let pages: [GeneratedPage]
  private let rounds: Int

  init(_ arguments: BenchArguments) {
    let count = arguments.pages
    pages = (0..<count).map { GeneratedPage(number: $0, count: count) }
    rounds = arguments.rounds ?? Self.defaultRounds
  }

  /// The measured jobs, by their names in the results.
  private enum Job: String, CaseIterable {
    case cold = "from nothing"
    case unchanged = "nothing changed"
    case prose = "the text of one page changed"
    case title = "the title of one page changed"
    case page = "a page is new"
    case template = "a template changed"
  }

  func run(in environment: BenchEnvironment) async throws -> [String] {
    try await ScratchFolder.use(in: environment.temporaryFolder) { folder in
      let docgen = try environment.package.environment(forSiteAt: folder.url, jobs: nil).host
      for page in pages { try folder.write(page.text, to: page.path) }
      let theme = "templates"
      try FileManager.default.copyItem(
        at: environment.package.folder.appending(path: theme), to: folder.url.appending(path: theme)
      )
      var runs: [Job: [MeasuredProcess]] = [:]
      func build(_ job: Job) async throws {
        let run = try await MeasuredProcess.run(
          docgen, arguments: ["build", "--root", folder.url.path], clock: environment.clock)
        runs[job, default: []].append(run)
      }
      for round in 1...rounds {
        let page = pages[pages.count / 2]
        try folder.write(page.text, to: page.path)
        for name in ["site", ".build", "content/part-0/new.md"] {
          try? FileManager.default.removeItem(at: folder.url.appending(path: name))
        }
        try await build(.cold)
        try await build(.unchanged)
        try folder.write(page.text + "\nThis is edition \(round).\n", to: page.path)
        try await build(.prose)
        let title = page.text.replacing("title: Page", with: "title: Edition \(round) of page")
        try folder.write(title, to: page.path)
        try await build(.title)
        try folder.write("# A new page\n", to: "content/part-0/new.md")
        try await build(.page)
        let template = "templates/article.mustache"
        let text = try String(contentsOf: folder.url.appending(path: template), encoding: .utf8)
        try folder.write(text + "<!-- Edition \(round) -->\n", to: template)
        try await build(.template)
      }
      return lines(runs, bytes: Self.size(of: folder.url.appending(path: "site")))
    }
  }

  /// Returns the bytes of all files below a folder.
  private static func size(of folder: URL) -> Int {
    let files = FileManager.default.enumerator(
      at: folder, includingPropertiesForKeys: [.fileSizeKey])
    return (files?.allObjects ?? []).reduce(0) { sum, file in
      sum + (((try? (file as? URL)?.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0))
    }
  }

  private func lines(_ runs: [Job: [MeasuredProcess]], bytes: Int) -> [String] {
    var lines = [
      "pages: \(pages.count) pages, no samples; \(rounds) rounds; \(megabytes(bytes)) MB written"
    ]
    for job in Job.allCases {
      guard let runs = runs[job], let measured = Measurement(runs.map(\.duration)) else { continue }
      let memory = runs.map(\.peakMemory).max() ?? 0
      lines.append(
        ResultLine.text(
          job.rawValue, measurement: measured, remark: "\(megabytes(memory)) MB of memory"))
    }
    return lines
  }

  private func megabytes(_ bytes: Int) -> String {
    ResultLine.number(Double(bytes) / 1_000_000, digits: 0)
  }
}
