extension SampleRound {
  typealias Group = ThrowingDiscardingTaskGroup<any Error>

  private func start(
    in group: inout Group, _ body: @escaping @Sendable () async throws -> Void
  ) {
    group.addTask { [progress] in
      do { try await body() } catch { progress.yield(.failed(error)) }
    }
  }

  /// Gets ready what starts compilers when there is a place for one.
  func startCompilers(in group: inout Group) {
    guard !together.isEmpty else { return }
    let works = together.map { index in (index: index, work: self.works[index]) }
    start(in: &group) { [build, progress, starts] in
      try await build.compileTogether(
        works, starts,
        onEnd: { start, leavesRest in
          progress.yield(.ended(.compileTogether(start.urgency), leavesRest: leavesRest))
        }, { progress.yield($0) })
    }
  }

  /// Tells now and then that time has passed.
  func startPatience(in group: inout Group) {
    start(in: &group) { [build, progress] in
      while true {
        try await build.clock.sleep(for: Self.patience)
        progress.yield(.waited)
      }
    }
  }

  /// Starts all jobs for which there is a place.
  mutating func startJobs(in group: inout Group) {
    while let job = schedule.next() {
      switch job {
      case .compileTogether(let urgency):
        starts.request(
          CompilerStarts.Start(
            urgency: urgency, reach: urgency == .urgent ? urgentTogether : together.count,
            limit: schedule.samplesPerCompiler))
      case .compile(let index):
        start(in: &group) { [build, progress, work = works[index]] in
          progress.yield(.made(job, [(index, try await build.compileAlone(work))]))
        }
      case .link(let part):
        start(in: &group) { [build, progress, works = part.map { works[$0] }] in
          let start = ContinuousClock.now
          let library = try await build.link(works)
          progress.yield(.linked(part, library, ContinuousClock.now - start))
        }
      case .run(let index):
        start(in: &group) { [build, progress, work = works[index], library = libraries[index]] in
          progress.yield(.made(job, [(index, try await build.run(work, in: library))]))
        }
      case .runShells(let place):
        let indices = shells[place].indices
        start(in: &group) { [build, progress, works = indices.map { works[$0] }] in
          let made = try await build.runShells(works)
          progress.yield(.made(job, zip(indices, made).map { (index: $0, work: $1) }))
        }
      }
    }
    if schedule.hasAllCompilers { starts.finish() }
  }
}
