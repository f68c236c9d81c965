import DocModel

extension SampleBuild {
  /// Takes what an earlier build did for a group of shell programs.
  func lookUpShells(_ works: [SampleWork]) async -> [SampleWork] {
    guard !works.contains(where: isRerun),
      let known: [SampleRun] = await cache.value(in: .runs, for: keys.shellRun(of: works)),
      known.count == works.count,
      zip(known, works).allSatisfy({ run, work in
        run.firstLine == work.source.firstLine || run.isIndependentOfPosition(work.source)
      })
    else { return works }
    return zip(works, known).map { work, run in
      var work = work
      work.run = run
      return work
    }
  }

  /// Runs a group of shell programs against servers of its own, and tells it.
  func runShells(_ works: [SampleWork]) async throws -> [SampleWork] {
    let start = ContinuousClock.now
    let runs = try await ShellRunner(runner: runner).run(works)
    let time = ContinuousClock.now - start
    if runs.allSatisfy(\.isRepeatable) {
      await cache.store(runs, in: .runs, for: keys.shellRun(of: works))
    }
    return zip(works, runs).map { work, run in
      var work = work
      work.run = run
      work.runTime = time
      onEvent?(.ran(work.program.lead.id))
      tellEnd(of: work)
      return work
    }
  }
}

/// Shell programs of one page that follow each other and see the same servers.
struct ShellGroup: Sendable {
  /// Their places among a build's programs, in the page's order.
  var indices: [Int]

  /// New servers are started where a page or its fixtures change.
  static func groups(of works: [SampleWork]) -> [ShellGroup] {
    var groups: [ShellGroup] = []
    for index in works.indices where works[index].isShell {
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
