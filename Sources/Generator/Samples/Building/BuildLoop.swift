import Ground

/// Compiles, links and runs a build's programs, each as soon as it can be.
struct BuildLoop {
  /// How a job ended.
  private enum Event: Sendable {
    /// A program is compiled.
    case compiled(Int, SampleJob)
    /// Some are linked, in this time; without a library each must be linked alone.
    case linked([Int], SampleLibrary?, Duration)
    /// Programs ran; those in shells, several together.
    case ran([(index: Int, job: SampleJob)])
    /// The build can't go on.
    case failed(any Error)
  }

  private typealias Group = ThrowingDiscardingTaskGroup<any Error>

  /// All of the build's programs.
  private(set) var jobs: [SampleJob]
  /// How long linking took of those that share a library.
  private(set) var linkTime = Duration.zero

  private let steps: BuildSteps
  /// The places in `jobs` of the queue's programs, by their numbers.
  private let order: [Int]
  /// Those that run in one process with others, by the number of the first in the queue.
  private var shells: [Int: ShellGroup] = [:]
  /// The numbers of those that the pool compiles.
  private var pooled: Set<Int> = []
  private var queue: BuildQueue
  private var libraries: [Int: SampleLibrary] = [:]
  private let ended: AsyncStream<Event>
  private let events: AsyncStream<Event>.Continuation

  /// For fewer, a compiler each takes no longer.
  private static let fewestPooled = 4

  /// A loop over some of a build's programs.
  ///
  /// - Parameters:
  ///   - jobs: all of the build's programs.
  ///   - open: the places of those that are worked on.
  ///   - urgent: how many of these come first, which have the lowest ranks.
  ///   - groups: the shell programs among all.
  init(
    _ steps: BuildSteps, _ jobs: [SampleJob], open: [Int], urgent: Int, groups: [ShellGroup]
  ) {
    self.steps = steps
    self.jobs = jobs
    (ended, events) = AsyncStream.makeStream()
    order = open.sorted { jobs[$0].rank < jobs[$1].rank }
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

  /// Adds a compiled program to the queue, if there is more to do for it.
  private mutating func enqueue(_ number: Int) {
    let job = jobs[order[number]]
    guard job.needsRun, let compiled = job.compiled else { return }
    if compiled.mustBeLinkedAlone {
      queue.run(number)
    } else {
      queue.link(number, for: steps.host(of: compiled))
    }
  }

  /// Takes jobs from the queue until it is empty.
  ///
  /// - Throws: `EnvironmentError` when the machine doesn't allow to go on.
  mutating func run() async throws {
    if !pooled.isEmpty {
      try await steps.compiler.readHeaders(for: pooled.map { jobs[order[$0]].source })
    }
    try await withThrowingDiscardingTaskGroup { group in
      defer { group.cancelAll() }
      if !pooled.isEmpty {
        start(in: &group) { [steps] in
          try await steps.pool?.run()
          return nil
        }
      }
      startJobs(in: &group)
      guard !queue.isDone else { return }
      for await event in ended {
        try take(event)
        startJobs(in: &group)
        if queue.isDone { return }
      }
      try Task.checkCancellation()
    }
  }

  private mutating func take(_ event: Event) throws {
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
    case .failed(let error): throw error
    }
    queue.end()
  }

  private mutating func startJobs(in group: inout Group) {
    while let next = queue.next() {
      switch next {
      case .compile(let number):
        let job = jobs[order[number]]
        start(in: &group) { [steps, isPooled = pooled.contains(number)] in
          .compiled(number, try await steps.compile(job, inPool: isPooled))
        }
      case .link(let batch):
        let compiled = batch.compactMap { jobs[order[$0]].compiled }
        start(in: &group) { [steps] in
          let start = ContinuousClock.now
          let library = try await steps.link(compiled)
          return .linked(batch, library, ContinuousClock.now - start)
        }
      case .run(let number):
        let indices = shells[number]?.indices ?? [order[number]]
        let library = libraries.removeValue(forKey: number)
        start(in: &group) { [steps, jobs = indices.map { jobs[$0] }] in
          let ran =
            jobs[0].isShell
            ? try await steps.runShells(jobs) : [try await steps.run(jobs[0], in: library)]
          return .ran(zip(indices, ran).map { (index: $0, job: $1) })
        }
      }
    }
  }

  /// Starts something whose end is an event.
  private func start(
    in group: inout Group, _ body: @escaping @Sendable () async throws -> Event?
  ) {
    group.addTask { [events] in
      do {
        if let event = try await body() { events.yield(event) }
      } catch {
        events.yield(.failed(error))
      }
    }
  }
}
