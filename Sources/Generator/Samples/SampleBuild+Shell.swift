import DocModel

extension SampleBuild {
  /// Runs the shell programs of each page against servers of the page's own.
  ///
  /// What an earlier build did is taken over; of those that are not selected, only that.
  func runShells(_ works: inout [SampleWork], selection: Set<SampleID>) async throws {
    let groups = ShellGroup.groups(of: works)
    let results = try await concurrently(
      groups.map { group in group.indices.map { works[$0] } }, atOnce: jobs
    ) { works -> ShellGroup.Result? in
      let key = keys.shellRun(of: works)
      if !works.contains(where: isRerun),
        let known: [SampleRun] = await cache.value(in: .runs, for: key),
        known.count == works.count,
        zip(known, works).allSatisfy({ run, work in
          run.firstLine == work.source.firstLine || run.isIndependentOfPosition(work.source)
        })
      {
        return ShellGroup.Result(runs: known, time: nil)
      }
      guard works.contains(where: { selection.contains($0.program.lead.id) }) else { return nil }
      onEvent?(.planned(compilations: 0, runs: works.count))
      let start = ContinuousClock.now
      let runs = try await ShellRunner(runner: runner).run(works)
      let time = ContinuousClock.now - start
      if runs.allSatisfy(\.isRepeatable) { await cache.store(runs, in: .runs, for: key) }
      for work in works { onEvent?(.ran(work.program.lead.id)) }
      return ShellGroup.Result(runs: runs, time: time)
    }
    for (group, result) in zip(groups, results) {
      guard let result else { continue }
      for (index, run) in zip(group.indices, result.runs) {
        works[index].run = run
        works[index].runTime = result.time
        if result.time != nil { tellEnd(of: works[index]) }
      }
    }
  }
}

/// Shell programs of one page that follow each other and see the same servers.
private struct ShellGroup: Sendable {
  /// What running a group gave; no time for what was known.
  struct Result: Sendable {
    var runs: [SampleRun]
    var time: Duration?
  }

  var indices: [Int]

  /// New servers are started where a page or its fixtures change.
  static func groups(of works: [SampleWork]) -> [ShellGroup] {
    var groups: [ShellGroup] = []
    for index in works.indices {
      let lead = works[index].program.lead
      if let last = groups.last?.indices.last.map({ works[$0].program.lead }),
        last.file == lead.file, last.fixtures == lead.fixtures
      {
        groups[groups.count - 1].indices.append(index)
      } else {
        groups.append(ShellGroup(indices: [index]))
      }
    }
    return groups
  }
}
