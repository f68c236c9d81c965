import DocgenGround

/// Compiles, links and runs a build's programs, each as soon as possible.
struct BuildLoop {
  /// The end of a job.
  private enum Event: Sendable {
    /// A program was compiled.
    case compiled(Int, SampleJob)
    /// Programs were linked, in this time; without a library each must be linked separately.
    case linked([Int], SampleLibrary?, Duration)
    /// Programs ran: one, or a group of shell programs.
    case ran([(index: Int, job: SampleJob)])
    /// The pool ended, because the build is cancelled.
    case poolEnded
  }

  private typealias Group = ThrowingTaskGroup<Event, any Error>

  /// All of the build's programs.
  private(set) var jobs: [SampleJob]
  /// The time spent on linking the programs that share a library.
  private(set) var linkTime = Duration.zero

  private let steps: BuildSteps
  /// The indices in `jobs` of the queue's programs, by number.
  private let order: [Int]
  /// The groups that run in one process, by the number of the first program.
  private var shells: [Int: ShellGroup] = [:]
  /// The numbers of the programs that the pool compiles.
  private var pooled: Set<Int> = []
  private var queue: BuildQueue
  private var libraries: [Int: SampleLibrary] = [:]

  /// The fewest programs for which the pool is faster than separate compilers.
  private static let fewestPooled = 4

  /// Creates a loop over some of a build's programs.
  ///
  /// - Parameters:
  ///   - jobs: all of the build's programs.
  ///   - open: the indices of those to work on, in the order of work.
  ///   - urgent: the number of these that are urgent, which are the first.
  ///   - groups: the shell programs among all.
  init(
    _ steps: BuildSteps, jobs: [SampleJob], open: [Int], urgent: Int, groups: [ShellGroup]
  ) {
    self.steps = steps
    self.jobs = jobs
    order = open
    queue = BuildQueue(slots: steps.slots, urgent: urgent)
    for group in groups {
      guard let first = order.firstIndex(where: group.indices.contains) else { continue }
      shells[first] = group
      queue.run(first)
    }
    let suitable = order.indices.filter { self.jobs[order[$0]].isForPool }
    let areMany = suitable.count >= Self.fewestPooled
    if areMany, steps.pool != nil { pooled = Set(suitable) }
    for (number, index) in order.enumerated() where !jobs[index].isShell {
      if jobs[index].compiled != nil {
        enqueue(number)
      } else {
        self.jobs[index].isCompiledAlone = areMany && steps.pool == nil && jobs[index].isForPool
        queue.compile(number)
      }
    }
  }

  /// Adds a compiled program to the queue if it must run.
  private mutating func enqueue(_ number: Int) {
    let job = jobs[order[number]]
    guard job.needsRun, let compiled = job.compiled else { return }
    if compiled.mustBeLinkedAlone {
      queue.run(number)
    } else {
      queue.link(number, for: steps.needs(of: compiled))
    }
  }

  /// Does the queue's jobs until it is empty.
  ///
  /// - Throws: `EnvironmentError` when the machine prevents the build.
  mutating func run() async throws {
    if !pooled.isEmpty {
      try await steps.compiler.readHeaders(for: pooled.map { jobs[order[$0]].source })
    }
    try await withThrowingTaskGroup(of: Event.self) { group in
      defer { group.cancelAll() }
      if let pool = steps.pool, !pooled.isEmpty {
        group.addTask {
          try await pool.run()
          return .poolEnded
        }
      }
      startJobs(in: &group)
      while !queue.isDone, let event = try await group.next() {
        try handle(event)
        startJobs(in: &group)
      }
    }
  }

  private mutating func handle(_ event: Event) throws {
    switch event {
    case .compiled(let number, let job):
      jobs[order[number]] = job
      enqueue(number)
    case .linked(let batch, let library, let time):
      linkTime += time
      for number in batch {
        libraries[number] = library
        queue.run(number)
      }
    case .ran(let ran): for (index, job) in ran { jobs[index] = job }
    case .poolEnded: throw CancellationError()
    }
    queue.end()
  }

  private mutating func startJobs(in group: inout Group) {
    while let next = queue.next() {
      switch next {
      case .compile(let number):
        let job = jobs[order[number]]
        group.addTask { [steps, isPooled = pooled.contains(number)] in
          .compiled(number, try await steps.compile(job, inPool: isPooled))
        }
      case .link(let batch):
        let compiled = batch.compactMap { jobs[order[$0]].compiled }
        group.addTask { [steps] in
          let start = ContinuousClock.now
          let library = try await steps.link(compiled)
          return .linked(batch, library, ContinuousClock.now - start)
        }
      case .run(let number):
        let indices = shells[number]?.indices ?? [order[number]]
        let library = libraries.removeValue(forKey: number)
        group.addTask { [steps, jobs = indices.map { jobs[$0] }] in
          let ran =
            jobs[0].isShell
            ? try await steps.runShells(jobs) : [try await steps.run(jobs[0], in: library)]
          return .ran(zip(indices, ran).map { (index: $0, job: $1) })
        }
      }
    }
  }
}
