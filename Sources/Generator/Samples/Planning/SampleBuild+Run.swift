import DocModel

extension SampleBuild {
  /// Where a program goes once it is compiled.
  func destination(of work: SampleWork) -> SampleSchedule.Destination {
    guard work.needsRun, let host = host(of: work) else { return .end }
    return work.compiled?.mustBeLinkedAlone == true ? .run : .library(host)
  }

  /// What a program runs in; `nil` while it isn't compiled.
  private func host(of work: SampleWork) -> SampleHost.Kind? {
    work.compiled.map(runner.environment.host)
  }

  /// The library that samples of one kind of host share; `nil` when there is nothing to share, or when one of them
  /// breaks it and each must be linked alone to find which.
  func link(_ works: [SampleWork]) async throws -> SampleLibrary? {
    let objects = works.compactMap { $0.compiled?.object }
    let isForOne = objects.count == 1
    guard
      let host = works.first.flatMap(host),
      let library = try await linker.link(objects, isForOne: isForOne, host: host).library
    else { return nil }
    // Whoever is alone finds out at the run.
    if isForOne { return library }
    return try await runner.isComplete(library) ? library : nil
  }

  /// Runs a sample out of a library that it shares, or out of one of its own, and tells it.
  func run(_ work: SampleWork, in shared: SampleLibrary?) async throws -> SampleWork {
    var work = work
    let start = ContinuousClock.now
    var run: SampleRun
    if let shared {
      run = try await runner.run(work.program, work.source, in: shared)
      // There was nobody else to link with.
      if !run.wasNotLoaded { run.isLinkedAlone = false }
    } else {
      run = try await runAlone(&work)
    }
    work.run = run
    if let compiled = work.compiled, run.isRepeatable {
      // That somebody else broke the shared library is nothing to remember.
      var kept = run
      if !run.wasNotLoaded { kept.isLinkedAlone = compiled.mustBeLinkedAlone }
      await cache.store(
        kept, in: .runs, for: keys.run(of: work.program, compiled, compilation: work.key))
    }
    work.runTime = ContinuousClock.now - start - (work.linkTime ?? .zero)
    onEvent?(.ran(work.program.lead.id))
    tellEnd(of: work)
    return work
  }

  private func runAlone(_ work: inout SampleWork) async throws -> SampleRun {
    let objects = (work.compiled?.object).map { [$0] } ?? []
    let start = ContinuousClock.now
    let (library, complaint) = try await linker.link(
      objects, isForOne: true, host: host(of: work) ?? .full)
    work.linkTime = ContinuousClock.now - start
    guard let library else {
      return SampleRun(
        ending: .notLoaded(complaint), output: "", errorOutput: "", isLinkedAlone: true,
        firstLine: work.source.firstLine)
    }
    return try await runner.run(work.program, work.source, in: library)
  }

  /// Tells that all is known of a program's blocks.
  func tellEnd(of work: SampleWork) {
    guard let onEvent else { return }
    for outcome in work.outcomes { onEvent(.finished(outcome)) }
  }
}
