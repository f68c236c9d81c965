import DocModel
import Foundation
import Pipeline

/// Builds a generated site with samples, from its files to its pages: with an empty cache, again, and
/// with one sample changed; beside plain `swiftc` for each sample.
struct SiteBenchmark: Benchmark {
  static let name = "site"
  static let defaultRounds = 3

  private let samples: [GeneratedSample]
  private let rounds: Int
  private let jobs: Int

  init(_ arguments: BenchArguments) {
    // Without the Lab, so that both sides can build all of them.
    samples = (0..<arguments.samples).map { GeneratedSample(number: $0, usesLab: false) }
    rounds = arguments.rounds ?? Self.defaultRounds
    jobs = arguments.jobs
  }

  /// The works, by the names their results are printed under.
  private enum Work {
    static let cold = "site, empty cache"
    static let warm = "site, nothing changed"
    static let changed = "site, one sample changed"
    static let plain = "plain swiftc for each sample"
  }

  /// How many samples stand on a page.
  private static let perPage = 10

  func run(in surroundings: BenchSurroundings) async throws -> [String] {
    let plain = try PlainCompiler(
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "", jobs: jobs)
    var series = MeasurementSeries()
    for round in 0..<rounds {
      let times = try await ScratchFolder.use(in: surroundings.temporaryFolder) { folder in
        try await self.times(in: folder, edition: round + 1, surroundings)
      }
      for (work, time) in times { series.add(time, to: work) }
      let duration = try await ScratchFolder.use(in: surroundings.temporaryFolder) { folder in
        try await surroundings.clock.measure { try await plain.run(samples, in: folder) }
      }
      series.add(duration, to: Work.plain)
    }
    return lines(series)
  }

  private func times(
    in folder: ScratchFolder, edition: Int, _ surroundings: BenchSurroundings
  ) async throws -> [(String, Duration)] {
    var changed = samples
    changed[0].edition = edition
    try write(samples, to: folder)
    var times = [(Work.cold, try await build(folder, compiling: samples.count, surroundings))]
    times.append((Work.warm, try await build(folder, compiling: 0, surroundings)))
    try write(changed, to: folder)
    times.append((Work.changed, try await build(folder, compiling: 1, surroundings)))
    return times
  }

  private func write(_ samples: [GeneratedSample], to folder: ScratchFolder) throws {
    for page in stride(from: 0, to: samples.count, by: Self.perPage) {
      let blocks = samples[page..<min(page + Self.perPage, samples.count)].map { sample in
        "```swift runnable\n\(sample.code)```\n\n```output\n\(sample.output)\n```\n"
      }
      try folder.write(
        "# Page \(page)\n\n" + blocks.joined(separator: "\n"),
        to: page == 0 ? "content/index.md" : "content/page-\(page).md")
    }
  }

  /// The time of one build, which must have compiled as many samples as told.
  private func build(
    _ folder: ScratchFolder, compiling count: Int, _ surroundings: BenchSurroundings
  ) async throws -> Duration {
    let options = SiteBuilder.Options(
      root: folder.url, output: folder.url.appending(path: "site", directoryHint: .isDirectory))
    var report: BuildReport?
    let duration = try await surroundings.clock.measure {
      report = try await SiteBuilder(options: options, package: surroundings.package, jobs: jobs)
        .build()
    }
    guard let report, report.isGood, report.samples.compiled == count else {
      let reason = report?.diagnostics.first.map { "\($0.location): \($0.message.text)" }
      throw BenchFailure(
        description: "the site was not built as it should: \(reason ?? "wrong count")")
    }
    return duration
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    var lines = [
      "site: \(samples.count) samples of about 20 lines, \(Self.perPage) a page, written to disk; "
        + "\(jobs) jobs, \(rounds) rounds"
    ]
    for work in [Work.cold, Work.warm, Work.changed, Work.plain] {
      guard let measured = series[work] else { continue }
      let each = ResultLine.time(measured.median / samples.count)
      lines.append(ResultLine.text(work, measured, "\(each) a sample"))
    }
    if let plain = series[Work.plain], let cold = series[Work.cold] {
      lines.append(ResultLine.ratio("swiftc : docgen, empty cache", plain.ratio(to: cold)))
    }
    return lines
  }
}
