import DocModel

/// Samples that are compiled, linked and run together, each as soon as it can be.
struct SampleRound {
  /// What is told of a sample on its way.
  enum Progress: Sendable {
    /// A shared compiler is done with it.
    case compiled(Int, SampleWork)
    /// Shared compilers have left it to a compiler of its own.
    case left(Int, SampleWork)
    /// A job is done that has nothing more to tell; it may leave something to another of its kind.
    case ended(SampleSchedule.Job, leavesRest: Bool)
    /// Samples have gone through a job.
    case made(SampleSchedule.Job, [(index: Int, work: SampleWork)])
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

  let build: SampleBuild
  let shells: [ShellGroup]
  /// Those that shared compilers begin with, and how many of them come first.
  var together: [Int] = []
  var urgentTogether = 0
  let starts = CompilerStarts()
  var schedule: SampleSchedule
  var libraries: [Int: SampleLibrary] = [:]
  private let events: AsyncStream<Progress>
  let progress: AsyncStream<Progress>.Continuation

  /// For fewer, a compiler each takes no longer.
  private static let fewestTogether = 4
  static let patience = Duration.seconds(2)

  /// A round for some of a build's samples, in the order of their ranks.
  ///
  /// - Parameters:
  ///   - works: all of the build's samples.
  ///   - indices: the places of those that are worked on.
  ///   - urgent: the places of those that come first.
  ///   - shells: the shell programs among all, which are run in groups.
  init(
    _ build: SampleBuild, _ works: [SampleWork], _ indices: [Int], urgent: Set<Int>,
    shells: [ShellGroup]
  ) {
    self.build = build
    self.works = works
    (events, progress) = AsyncStream.makeStream(of: Progress.self)
    let open = Set(indices)
    self.shells = shells.filter { !open.isDisjoint(with: $0.indices) }
    schedule = SampleSchedule(
      jobs: build.jobs, urgent: urgent, hasRuns: indices.contains { works[$0].program.isRun })
    let order = indices.filter { !works[$0].isShell }.sorted { works[$0].rank < works[$1].rank }
    add(order.filter(urgent.contains))
    urgentTogether = together.count
    add(order.filter { !urgent.contains($0) })
    for (place, group) in self.shells.enumerated() {
      schedule.runShells(place, urgent.isDisjoint(with: group.indices) ? .usual : .urgent)
    }
  }

  /// Adds samples that are as urgent as each other.
  private mutating func add(_ order: [Int]) {
    let suitable = order.filter {
      works[$0].compiled == nil && works[$0].program.expectation != .compileError
    }
    let areMany = suitable.count >= Self.fewestTogether
    let shared = areMany && build.shared != nil ? suitable : []
    together += shared
    let isShared = Set(shared)
    for index in order {
      if isShared.contains(index) {
        schedule.expect(index)
      } else if works[index].compiled == nil {
        works[index].isCompiledAlone = areMany && suitable.contains(index)
        schedule.compileAlone(index)
      } else {
        schedule.add(index, to: build.destination(of: works[index]))
      }
    }
  }

  /// Does all there is to do.
  ///
  /// - Throws: `EnvironmentError` when the machine doesn't allow to go on.
  mutating func finish() async throws {
    try await withThrowingDiscardingTaskGroup { group in
      defer { group.cancelAll() }
      startPatience(in: &group)
      startCompilers(in: &group)
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
      schedule.add(index, to: build.destination(of: work))
    case .left(let index, let work):
      works[index] = work
      schedule.compileAlone(index)
    case .ended(let job, let leavesRest): schedule.end(job, leavesRest: leavesRest)
    case .made(let job, let made):
      schedule.end(job)
      for (index, work) in made {
        works[index] = work
        if case .compile = job { schedule.add(index, to: build.destination(of: work)) }
        libraries[index] = nil
      }
    case .linked(let part, let library, let time):
      schedule.end(.link(part))
      linkTime += time
      for index in part { libraries[index] = library }
      schedule.run(part)
    case .waited: schedule.endPatience()
    case .failed(let error): throw error
    }
  }
}
