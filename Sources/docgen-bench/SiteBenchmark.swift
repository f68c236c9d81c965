import DocgenPipeline
import DocgenSamples
import Foundation

/// Runs `docgen build` for a generated site with samples, and for docgen's own site.
///
/// The generated site is built with an empty cache, again, and with one sample changed, and
/// compared with plain `swiftc` for each sample. docgen's own site is built in its place, again
/// without changes.
struct SiteBenchmark: Benchmark {
  static let name = "site"
  static let defaultRounds = 3

  private let samples: [GeneratedSample]
  private let rounds: Int
  private let jobs: Int
  private let isAlone: Bool

  init(_ arguments: BenchArguments) {
    samples = (0..<arguments.samples).map { GeneratedSample(number: $0) }
    rounds = arguments.rounds ?? Self.defaultRounds
    jobs = arguments.jobs
    isAlone = arguments.isAlone
  }

  /// The measured jobs, by their names in the results.
  enum Job: String, CaseIterable {
    case cold = "site, empty cache"
    case warm = "site, nothing changed"
    case changed = "site, one sample changed"
    case plain = "plain swiftc for each sample"
    case script = "the same, one after another"
    case own = "docgen's own site, nothing changed"
  }

  /// The number of samples on a page.
  private static let perPage = 10
  /// The number of repetitions in a round of a job that takes less than a second.
  private static let repetitions = 5

  func run() async throws -> [String] {
    let plain = try PlainCompiler(jobs: jobs)
    let script = try PlainCompiler(jobs: 1)
    let package = LabPackage.ofThisProgram
    let program = try package.environment(
      forSiteAt: FileManager.default.temporaryDirectory, jobs: jobs
    ).host
    var times = SiteTimes()
    let docgen = BuildProgram(docgen: program, jobs: jobs)
    for round in 0..<rounds {
      // The order alternates, so that neither side always has the warmer machine.
      if round.isMultiple(of: 2) {
        try await measureSite(docgen, times: &times, edition: round + 1)
      }
      if !isAlone {
        for (job, compiler) in [(Job.plain, plain), (.script, script)] {
          try await ScratchFolder.use { folder in
            try await times.measure(job) { try await compiler.run(samples, in: folder) }
          }
        }
      }
      if !round.isMultiple(of: 2) {
        try await measureSite(docgen, times: &times, edition: round + 1)
      }
    }
    try await measureOwnSite(docgen, of: package.folder, times: &times)
    return lines(times)
  }

  private func measureSite(
    _ docgen: BuildProgram, times: inout SiteTimes, edition: Int
  ) async throws {
    try await ScratchFolder.use { folder in
      try write(samples, to: folder)
      try await times.measure(.cold) {
        try await docgen.build(folder.url, compiling: samples.count)
      }
      for repetition in 1...Self.repetitions {
        try await times.measure(.warm) { try await docgen.build(folder.url, compiling: 0) }
        var changed = samples
        changed[0].edition = edition * Self.repetitions + repetition
        try write(changed, to: folder)
        try await times.measure(.changed) { try await docgen.build(folder.url, compiling: 1) }
      }
    }
  }

  private func measureOwnSite(
    _ docgen: BuildProgram, of package: URL, times: inout SiteTimes
  ) async throws {
    try await ScratchFolder.use { folder in
      // Not a copy, which would lack the samples in the comments of this package: some files in
      // `Samples` would be unused, and after a build with a warning nothing is skipped.
      let output = folder.url.appending(path: "site")
      try await docgen.build(package, to: output, compiling: nil)
      for _ in 0..<rounds * Self.repetitions {
        try await times.measure(.own) {
          try await docgen.build(package, to: output, compiling: 0)
        }
      }
    }
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

  private func lines(_ times: SiteTimes) -> [String] {
    let heading =
      "site: 'docgen build', \(samples.count) samples of about 20 lines, \(Self.perPage) a page; "
      + "\(jobs) jobs, \(rounds) rounds"
    return [heading] + Job.allCases.flatMap { times.lines(of: $0, samples: samples.count) }
      + times.ratios
  }
}

/// The times of jobs: elapsed, and of the processors.
struct SiteTimes: Sendable {
  private var passed = MeasurementSeries()
  private var used = MeasurementSeries()

  /// Runs a job and adds its times.
  mutating func measure(
    _ job: SiteBenchmark.Job, _ body: () async throws -> Void
  ) async rethrows {
    let before = ProcessorTime.ofChildren
    passed.add(try await ContinuousClock().measure(body), to: job.rawValue)
    used.add(ProcessorTime.ofChildren - before, to: job.rawValue)
  }

  /// Returns a job's lines; none when it wasn't measured.
  func lines(of job: SiteBenchmark.Job, samples: Int) -> [String] {
    guard let passed = passed[job.rawValue], let used = used[job.rawValue] else { return [] }
    let isMany = [.cold, .plain, .script].contains(job)
    let each = isMany ? "\(ResultLine.time(passed.median / samples)) a sample" : ""
    return [
      ResultLine.text(job.rawValue, measurement: passed, remark: each),
      ResultLine.text(
        "  of the processors", measurement: used,
        remark: isMany ? "\(ResultLine.time(used.median / samples)) a sample" : ""),
    ]
  }

  /// The ratios of plain `swiftc` to docgen; empty when it wasn't measured.
  var ratios: [String] {
    let compared: [(String, SiteBenchmark.Job, MeasurementSeries)] = [
      ("swiftc : docgen, empty cache", .plain, passed), ("  of the processors", .plain, used),
      ("swiftc one after another : docgen", .script, passed),
    ]
    return compared.compactMap { name, job, series in
      guard let plain = series[job.rawValue],
        let cold = series[SiteBenchmark.Job.cold.rawValue]
      else { return nil }
      return ResultLine.ratio(name, ratio: plain.ratio(to: cold))
    }
  }
}
