import DocModel
import Foundation
import Pipeline
import Samples

/// Compiles and runs generated samples through the engine, beside plain `swiftc`.
struct SampleBenchmark: Benchmark {
  static let name = "samples"
  static let defaultRounds = 3

  private let samples: [GeneratedSample]
  private let rounds: Int
  private let jobs: Int

  init(_ arguments: BenchArguments) {
    samples = GeneratedSample.series(arguments.samples)
    rounds = arguments.rounds ?? Self.defaultRounds
    jobs = arguments.jobs
  }

  /// The works, by the names their results are printed under.
  private enum Work {
    static let cold = "empty cache"
    static let warm = "again, nothing changed"
    static let changed = "one sample changed"
    static let foundation = "empty cache, Foundation only"
    static let plain = "plain swiftc, Foundation only"
  }

  /// The samples that need nothing of docgen's, and which both sides build.
  private var foundationOnly: [GeneratedSample] { samples.filter { !$0.usesLab } }

  func run(in surroundings: BenchSurroundings) async throws -> [String] {
    let plain = try PlainCompiler(
      searchPath: ProcessInfo.processInfo.environment["PATH"] ?? "", jobs: jobs)
    var series = MeasurementSeries()
    for round in 0..<rounds {
      try await measureMixed(&series, edition: round + 1, surroundings)
      // Taken in turn, so that neither side always has the warmer machine.
      if round.isMultiple(of: 2) {
        try await measureFoundationOnly(&series, surroundings)
        try await measurePlain(plain, &series, surroundings)
      } else {
        try await measurePlain(plain, &series, surroundings)
        try await measureFoundationOnly(&series, surroundings)
      }
    }
    return lines(series)
  }

  private func measureMixed(
    _ series: inout MeasurementSeries, edition: Int, _ surroundings: BenchSurroundings
  ) async throws {
    var changed = samples
    changed[0].edition = edition
    let works = [
      (Work.cold, samples, samples.count), (Work.warm, samples, 0), (Work.changed, changed, 1),
    ]
    let times = try await ScratchFolder.use(in: surroundings.temporaryFolder) { folder in
      let engine = try engine(folder, surroundings)
      var times: [(String, Duration)] = []
      for (work, samples, count) in works {
        times.append(
          (work, try await time(samples, compiling: count, engine, surroundings.clock)))
      }
      return times
    }
    for (work, time) in times { series.add(time, to: work) }
  }

  private func measureFoundationOnly(
    _ series: inout MeasurementSeries, _ surroundings: BenchSurroundings
  ) async throws {
    let duration = try await ScratchFolder.use(in: surroundings.temporaryFolder) { folder in
      try await time(
        foundationOnly, compiling: foundationOnly.count, try engine(folder, surroundings),
        surroundings.clock)
    }
    series.add(duration, to: Work.foundation)
  }

  private func measurePlain(
    _ plain: PlainCompiler, _ series: inout MeasurementSeries, _ surroundings: BenchSurroundings
  ) async throws {
    let duration = try await ScratchFolder.use(in: surroundings.temporaryFolder) { folder in
      try await surroundings.clock.measure { try await plain.run(foundationOnly, in: folder) }
    }
    series.add(duration, to: Work.plain)
  }

  /// The time of one build, which must have compiled as many samples as its name says.
  private func time(
    _ samples: [GeneratedSample], compiling count: Int, _ engine: SampleEngine,
    _ clock: any Clock<Duration>
  ) async throws -> Duration {
    let input = samples.map(\.sample)
    var result: SampleReport?
    let duration = try await clock.measure { result = try await engine.run(input) }
    guard let result else { throw BenchFailure(description: "the engine gave no report") }
    if let failed = result.outcomes.first(where: { $0.result != .passed }) {
      let reason = failed.diagnostics.first?.message.text ?? "no reason"
      throw BenchFailure(description: "the sample \(failed.id) failed: \(reason)")
    }
    guard result.summary.compiled == count else {
      throw BenchFailure(
        description: "\(result.summary.compiled) samples were compiled where \(count) were due")
    }
    return duration
  }

  private func engine(
    _ folder: ScratchFolder, _ surroundings: BenchSurroundings
  ) throws -> SampleEngine {
    var environment = try surroundings.package.environment(forSiteAt: folder.url, jobs: jobs)
    environment.temporaryFolder = folder.url.path
    return SampleEngine(environment: environment)
  }

  private func lines(_ series: MeasurementSeries) -> [String] {
    let count = samples.count
    let half = foundationOnly.count
    var lines = [
      "samples: \(count) of about 20 lines, \(count - half) of them start the Lab; "
        + "\(jobs) jobs, \(rounds) rounds"
    ]
    for (work, count) in [
      (Work.cold, count), (Work.warm, count), (Work.changed, count), (Work.foundation, half),
      (Work.plain, half),
    ] {
      guard let measured = series[work] else { continue }
      let each = ResultLine.time(measured.median / count)
      lines.append(ResultLine.text("\(work), \(count) samples", measured, "\(each) a sample"))
    }
    if let plain = series[Work.plain], let own = series[Work.foundation] {
      lines.append(ResultLine.ratio("swiftc : docgen, the same samples", plain.ratio(to: own)))
    }
    if let plain = series[Work.plain], let cold = series[Work.cold] {
      let ratio = plain.ratio(to: cold).map { $0 * Double(count) / Double(half) }
      lines.append(ResultLine.ratio("swiftc : docgen with Lab, per sample", ratio))
    }
    return lines
  }
}
