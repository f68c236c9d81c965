import DocgenJSON
import DocgenPipeline
import DocgenProcesses
import DocgenSamples
import Foundation

/// Builds a generated site without samples as an author does: from nothing, again, and after edits;
/// and with Hugo, if it is in `PATH`, for comparison.
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
    case hugo = "Hugo, from nothing"
  }

  func run() async throws -> [String] {
    try await ScratchFolder.use { scratch in
      // Hugo's site is beside docgen's, which is all of its folder.
      let folder = ScratchFolder(url: scratch.url.appending(path: "docgen"))
      let hugoFolder = ScratchFolder(url: scratch.url.appending(path: "hugo"))
      let package = LabPackage.ofThisProgram
      let docgen = try package.environment(forSiteAt: folder.url, jobs: nil).host
      let hugo = HugoSite.program
      for page in pages { try folder.write(page.text, to: page.path) }
      let templates = folder.url.appending(path: "templates")
      try FileManager.default.copyItem(
        at: package.folder.appending(path: "templates"), to: templates)
      let article = try String(
        contentsOf: templates.appending(path: "article.mustache"), encoding: .utf8)
      if hugo != nil { try HugoSite.write(pages, to: hugoFolder) }
      var runs: [Job: [MeasuredProcess]] = [:]
      func build(_ job: Job) async throws {
        let run = try await MeasuredProcess.run(
          docgen, arguments: ["build", "--root", folder.url.path])
        runs[job, default: []].append(run)
      }
      for round in 1...rounds {
        let page = pages[pages.count / 2]
        try folder.write(page.text, to: page.path)
        for name in ["docgen/site", "docgen/.build", "docgen/content/part-0/new.md", "hugo/public"]
        {
          try? FileManager.default.removeItem(at: scratch.url.appending(path: name))
        }
        if let hugo {
          let run = try await MeasuredProcess.run(
            hugo, arguments: ["-s", hugoFolder.url.path])
          runs[.hugo, default: []].append(run)
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
        try folder.write(
          article + "<!-- Edition \(round) -->\n", to: "templates/article.mustache")
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
    var members: JSONObject = ["pages": .integer(pages.count), "bytes": .integer(bytes)]
    var medians: [Job: Measurement] = [:]
    for job in Job.allCases {
      guard let runs = runs[job], let measured = Measurement(runs.map(\.duration)) else { continue }
      medians[job] = measured
      let memory = runs.map(\.peakMemory).max() ?? 0
      lines.append(
        ResultLine.text(
          job.rawValue, measurement: measured, remark: "\(megabytes(memory)) MB of memory"))
      members[job.rawValue] = [
        "milliseconds": .integer(Int(measured.median / .milliseconds(1))),
        "memory": .integer(memory),
      ]
    }
    if let cold = medians[.cold], let hugo = medians[.hugo] {
      lines.append(ResultLine.ratio("docgen : Hugo", ratio: cold.ratio(to: hugo)))
    }
    return lines + [JSONValue.object(members).serialized()]
  }

  private func megabytes(_ bytes: Int) -> String {
    ResultLine.number(Double(bytes) / 1_000_000, digits: 0)
  }
}

/// The generated pages as a site of Hugo.
private enum HugoSite {
  /// Hugo's path; `nil` when it isn't in `PATH`.
  static var program: String? { Command.programs(named: "hugo").first }

  /// Writes the pages, with a template that shows as much as docgen's: a list of pages, contents,
  /// highlighted code.
  static func write(_ pages: [GeneratedPage], to folder: ScratchFolder) throws {
    try folder.write(
      """
      baseURL = "https://docs.example/"
      title = "Pages"
      disableKinds = ["taxonomy", "term", "RSS"]
      [markup.highlight]
      noClasses = false

      """, to: "hugo.toml")
    let page = """
      <!doctype html><html lang="en"><head><title>{{ .Title }}</title></head><body>
      <nav><ul>{{ range first 40 .CurrentSection.RegularPages }}
      <li><a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}</ul></nav>
      <main><h1>{{ .Title }}</h1>{{ .Content }}</main><aside>{{ .TableOfContents }}</aside></body></html>

      """
    for name in ["single", "list", "home"] {
      try folder.write(page, to: "layouts/\(name).html")
    }
    for page in pages {
      let name = page.number == 0 ? "content/_index.md" : page.path
      try folder.write(page.text, to: name)
    }
  }
}
