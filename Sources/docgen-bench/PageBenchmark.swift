import DocgenDocumentParsing
import DocgenGround
import DocgenPipeline
import Foundation

/// Builds a generated site without samples, and compares that with only parsing its Markdown.
struct PageBenchmark: Benchmark {
  static let name = "pages"
  static let defaultRounds = 5

  private let pages: [GeneratedPage]
  private let rounds: Int

  init(_ arguments: BenchArguments) {
    let count = arguments.pages
    pages = (0..<count).map { GeneratedPage(number: $0, count: count) }
    rounds = arguments.rounds ?? Self.defaultRounds
  }

  /// The names of the measured jobs in the results.
  private enum Job {
    static let build = "read, parse, render and write"
    static let check = "the same without writing"
    static let parse = "cmark-gfm through the façade, parsing only"
  }

  func run(in environment: BenchEnvironment) async throws -> [String] {
    let series = try await ScratchFolder.use(in: environment.temporaryFolder) { folder in
      for page in pages { try folder.write(page.text, to: "site/\(page.path)") }
      var series = MeasurementSeries()
      for _ in 0..<rounds {
        series.add(try parse(environment.clock), to: Job.parse)
        series.add(try await build(folder, output: nil, environment), to: Job.check)
        let output = folder.url.appending(path: "output", directoryHint: .isDirectory)
        series.add(try await build(folder, output: output, environment), to: Job.build)
        try FileManager.default.removeItem(at: output)
      }
      return series
    }
    return lines(series)
  }

  /// Returns the time of one build, by a builder without the state of earlier rounds.
  private func build(
    _ folder: ScratchFolder, output: URL?, _ environment: BenchEnvironment
  ) async throws -> Duration {
    let root = folder.url.appending(path: "site", directoryHint: .isDirectory)
    var options = SiteBuilder.Options(root: root, output: output)
    options.runsSamples = false
    var report: BuildReport?
    let duration = try await environment.clock.measure {
      report = try await SiteBuilder(options: options, package: environment.package).build()
    }
    guard let report, report.diagnostics.isEmpty, report.pageCount == pages.count else {
      let reason = report?.diagnostics.first.map { "\($0.location): \($0.message.text)" }
      throw BenchFailure(description: "the site was not built: \(reason ?? "pages are missing")")
    }
    return duration
  }

  private func parse(_ clock: any Clock<Duration>) throws -> Duration {
    let files = pages.map { SourceFile(path: $0.path, text: $0.body) }
    var blocks = 0
    let duration = try clock.measure {
      for file in files { blocks += try MarkdownParser.parse(file.text, in: file).count }
    }
    guard blocks > 0 else { throw BenchFailure(description: "nothing was parsed") }
    return duration
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    let bytes = pages.reduce(0) { $0 + $1.body.utf8.count }
    let megabytes = Double(bytes) / 1_000_000
    var lines = [
      "pages: \(pages.count) pages, \(ResultLine.number(megabytes, digits: 2)) MB of Markdown, "
        + "no samples; \(rounds) rounds"
    ]
    for job in [Job.build, Job.check, Job.parse] {
      guard let measured = series[job] else { continue }
      let seconds = measured.median / .seconds(1)
      lines.append(
        ResultLine.text(
          job, measured,
          "\(ResultLine.number(Double(pages.count) / seconds, digits: 0)) pages/s, "
            + "\(ResultLine.number(megabytes / seconds, digits: 2)) MB/s"))
    }
    if let build = series[Job.build], let parse = series[Job.parse] {
      lines.append(ResultLine.ratio("docgen : cmark-gfm", build.ratio(to: parse)))
    }
    return lines
  }
}
