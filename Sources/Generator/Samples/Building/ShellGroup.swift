import DocModel
import Ground

/// Consecutive shell programs of one page, which share the same servers.
struct ShellGroup: Sendable {
  /// Their indices among a build's programs, in the page's order.
  var indices: [Int]

  /// Returns the groups of some jobs; a new one begins where the page or its fixtures change.
  static func groups(of jobs: [SampleJob]) -> [ShellGroup] {
    var groups: [ShellGroup] = []
    for index in jobs.indices where jobs[index].isShell {
      let lead = jobs[index].program.lead
      if let last = groups.last?.indices.last.map({ jobs[$0].program.lead }),
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
