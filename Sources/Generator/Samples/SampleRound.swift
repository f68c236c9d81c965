import DocModel

/// Samples that are compiled, linked and run together, each as soon as it can be.
struct SampleRound {
  /// What is told of a sample on its way.
  enum Progress: Sendable {
    /// A shared compiler is done with it.
    case compiled(Int, SampleWork)
    /// Shared compilers have left it to a compiler of its own.
    case left(Int, SampleWork)
    /// One of the shared compilers has nothing more to do.
    case compilerEnded
    /// A job is done.
    case made(SampleSchedule.Job, SampleWork)
    /// Some are linked; without a library each must be linked alone.
    case linked([Int], SampleLibrary?, Duration)
    /// What is compiled has waited long enough for more to be linked with.
    case waited
    /// The build can't go on.
    case failed(any Error)
  }

  /// How long linking took.
  private(set) var linkTime = Duration.zero
  /// All of the build's samples.
  private(set) var works: [SampleWork]

  private let build: SampleBuild
  /// Those that shared compilers begin with.
  private let together: [Int]
  private var schedule: SampleSchedule
  private var libraries: [Int: SampleLibrary] = [:]
  private let events: AsyncStream<Progress>
  private let progress: AsyncStream<Progress>.Continuation

  /// For fewer, a compiler each takes no longer.
  private static let fewestTogether = 4
  private static let patience = Duration.seconds(2)

  /// A round for some of a build's samples, in the order of their ranks.
  init(_ build: SampleBuild, _ works: [SampleWork], _ indices: [Int]) {
    self.build = build
    self.works = works
    (events, progress) = AsyncStream.makeStream(of: Progress.self)
    let order = indices.sorted { works[$0].rank < works[$1].rank }
    let suitable = order.filter {
      works[$0].compiled == nil && works[$0].program.expectation != .compileError
    }
    let areMany = suitable.count >= Self.fewestTogether
    together = areMany && build.shared != nil ? suitable : []
    schedule = SampleSchedule(
      jobs: build.jobs,
      compilers: SampleSchedule.compilers(
        for: together.count, jobs: build.jobs,
        hasRuns: order.contains { works[$0].program.isRun }))
    let shared = Set(together)
    for index in order {
      if shared.contains(index) {
        schedule.expect(index)
      } else if works[index].compiled == nil {
        self.works[index].isCompiledAlone = areMany && suitable.contains(index)
        schedule.compileAlone(index)
      } else {
        schedule.add(index, to: works[index].destination)
      }
    }
  }

  /// Does all there is to do.
  ///
  /// - Throws: `EnvironmentError` when the machine doesn't allow to go on.
  mutating func finish() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      defer { group.cancelAll() }
      startCompilers(in: &group)
      startPatience(in: &group)
      startJobs(in: &group)
      guard !schedule.isDone else { return }
      for await event in events {
        try take(event)
        startJobs(in: &group)
        if schedule.isDone { return }
      }
      try Task.checkCancellation()
    }
  }

  private mutating func take(_ event: Progress) throws {
    switch event {
    case .compiled(let index, let work):
      works[index] = work
      schedule.add(index, to: work.destination)
    case .left(let index, let work):
      works[index] = work
      schedule.compileAlone(index)
    case .compilerEnded: schedule.endCompiler()
    case .made(let job, let work):
      schedule.endJob()
      switch job {
      case .compile(let index):
        works[index] = work
        schedule.add(index, to: work.destination)
      case .run(let index):
        works[index] = work
        libraries[index] = nil
      case .link: break
      }
    case .linked(let part, let library, let time):
      schedule.endJob()
      linkTime += time
      for index in part { libraries[index] = library }
      schedule.run(part)
    case .waited: schedule.endPatience()
    case .failed(let error): throw error
    }
  }
}

extension SampleRound {
  private typealias Group = ThrowingDiscardingTaskGroup<any Error>

  private func start(
    in group: inout Group, _ body: @escaping @Sendable () async throws -> Void
  ) {
    group.addTask { [progress] in
      do { try await body() } catch { progress.yield(.failed(error)) }
    }
  }

  private func startCompilers(in group: inout Group) {
    guard !together.isEmpty else { return }
    let works = together.map { index in (index: index, work: self.works[index]) }
    start(in: &group) { [build, progress, width = schedule.compilers] in
      try await build.compileTogether(works, atOnce: width) { progress.yield($0) }
    }
  }

  private func startPatience(in group: inout Group) {
    start(in: &group) { [build, progress] in
      while true {
        try await build.clock.sleep(for: Self.patience)
        progress.yield(.waited)
      }
    }
  }

  private mutating func startJobs(in group: inout Group) {
    while let job = schedule.next() {
      switch job {
      case .compile(let index):
        start(in: &group) { [build, progress, work = works[index]] in
          progress.yield(.made(job, try await build.compileAlone(work)))
        }
      case .link(let part):
        start(in: &group) { [build, progress, works = part.map { works[$0] }] in
          let start = ContinuousClock.now
          let library = try await build.link(works)
          progress.yield(.linked(part, library, ContinuousClock.now - start))
        }
      case .run(let index):
        start(in: &group) { [build, progress, work = works[index], library = libraries[index]] in
          progress.yield(.made(job, try await build.run(work, in: library)))
        }
      }
    }
  }
}
