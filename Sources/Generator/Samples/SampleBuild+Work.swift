import DocModel

extension SampleBuild {
  /// Compiles, links and runs what is still to do among some samples, in the order of their ranks.
  ///
  /// - Returns: how long linking took.
  func work(on indices: [Int], of works: inout [SampleWork]) async throws -> Duration {
    let order = indices.sorted { works[$0].rank < works[$1].rank }
    try await compile(order, of: &works)
    return try await run(order, of: &works)
  }

  private func run(_ order: [Int], of works: inout [SampleWork]) async throws -> Duration {
    let open = order.filter { works[$0].needsRun }
    guard !open.isEmpty else { return .zero }
    let shared = open.filter { works[$0].compiled?.mustBeLinkedAlone != true }
    let start = ContinuousClock.now
    let parts = Self.parts(of: shared, atMost: Self.mostInLibrary)
    let linked = try await concurrently(parts.map { $0.map { works[$0] } }, atOnce: self.jobs) {
      try await link($0)
    }
    let linkTime = ContinuousClock.now - start
    var libraries: [Int: SampleLibrary] = [:]
    for (part, library) in zip(parts, linked) {
      for index in part { libraries[index] = library }
    }
    let jobs = open.map { (work: works[$0], library: libraries[$0]) }
    let results = try await concurrently(jobs, atOnce: self.jobs) { job in
      let start = ContinuousClock.now
      var work = job.work
      try await run(&work, in: job.library)
      work.runTime = ContinuousClock.now - start - (work.linkTime ?? .zero)
      onEvent?(.ran(work.program.lead.id))
      tellEnd(of: work)
      return work
    }
    for (index, result) in zip(open, results) { works[index] = result }
    return linkTime
  }

  /// A run finds the symbols of all samples in its library, so a hundred of them would take a run
  /// longer than its own work; and libraries can be linked at the same time.
  private static let mostInLibrary = 32

  /// Divides samples into parts of about the same size.
  static func parts(of indices: [Int], atMost size: Int) -> [ArraySlice<Int>] {
    let count = (indices.count + size - 1) / size
    return (0..<count).map { part in
      indices[(indices.count * part / count)..<(indices.count * (part + 1) / count)]
    }
  }

  /// Tells that all is known of a program's blocks.
  func tellEnd(of work: SampleWork) {
    guard let onEvent else { return }
    for outcome in work.outcomes { onEvent(.finished(outcome)) }
  }

  /// The library that samples share; `nil` when there is nothing to share, or when one of them
  /// breaks it and each must be linked alone to find which.
  private func link(_ works: [SampleWork]) async throws -> SampleLibrary? {
    guard !works.isEmpty else { return nil }
    let objects = works.compactMap { $0.compiled?.object }
    guard let library = try await linker.link(objects, isForOne: false).library,
      try await runner.isComplete(library)
    else { return nil }
    return library
  }

  /// Runs a sample out of the shared library, or out of one of its own.
  private func run(_ work: inout SampleWork, in shared: SampleLibrary?) async throws {
    let run: SampleRun
    if let shared {
      run = try await runner.run(work.program, work.source, in: shared)
    } else {
      run = try await runAlone(&work)
    }
    work.run = run
    if let compiled = work.compiled, run.isRepeatable {
      // That somebody else broke the shared library is nothing to remember.
      var kept = run
      if case .notLoaded = run.ending {} else { kept.isLinkedAlone = compiled.mustBeLinkedAlone }
      await cache.store(
        kept, in: .runs, for: keys.run(of: work.program, compiled, compilation: work.key))
    }
  }

  private func runAlone(_ work: inout SampleWork) async throws -> SampleRun {
    let objects = (work.compiled?.object).map { [$0] } ?? []
    let start = ContinuousClock.now
    let (library, complaint) = try await linker.link(objects, isForOne: true)
    work.linkTime = ContinuousClock.now - start
    guard let library else {
      return SampleRun(
        ending: .notLoaded(complaint), output: "", errorOutput: "", isLinkedAlone: true,
        firstLine: work.source.firstLine)
    }
    return try await runner.run(work.program, work.source, in: library)
  }
}
