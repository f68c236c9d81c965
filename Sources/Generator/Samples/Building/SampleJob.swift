import DocgenDocModel
import DocgenGround

/// The state of a program in a build.
struct SampleJob: Sendable {
  let source: SampleSource
  /// Whether the build works on it.
  let isSelected: Bool
  var key = ""
  var compiled: CompiledSample?
  var run: SampleRun?
  var compileTime: Duration?
  /// The time for linking it separately.
  var linkTime: Duration?
  var runTime: Duration?
  /// Whether it had a separate compiler because the pool couldn't compile it.
  var isCompiledAlone = false

  init(_ source: SampleSource, isSelected: Bool = true) {
    self.source = source
    self.isSelected = isSelected
  }

  var program: SampleProgram { source.program }

  /// Whether it is compiled and still has to be run.
  var needsRun: Bool { program.isRun && run == nil && compiled?.succeeded == true }

  /// Whether anything is left to do.
  var isOpen: Bool { isShell ? run == nil : compiled == nil || needsRun }

  /// Whether this build or an earlier one has its result, at the end of the build.
  var hasResult: Bool { isSelected || !isOpen }

  /// Whether the pool should compile it; for code that must not compile, the compiler's messages
  /// are needed.
  var isForPool: Bool {
    !isShell && compiled == nil && program.expectation != .compileError
  }

  /// The times of the steps that this build did.
  var times: SampleReport.Times {
    SampleReport.Times(compile: compileTime, link: linkTime, run: runTime)
  }

  /// Whether it can't share a library, or another program broke the one that it would have shared.
  private var isLinkedAlone: Bool {
    guard let run, !isShell else { return false }
    return linkTime != nil || compiled?.mustBeLinkedAlone == true || run.wasNotLoaded
  }

  /// The origin of its results.
  var origin: SampleOutcome.Origin {
    if compileTime != nil || isShell && runTime != nil { return .fresh }
    return runTime != nil ? .compiledEarlier : .cached
  }

  /// The outcome of each of its blocks, as far as they are known.
  var outcomes: [SampleOutcome] {
    Verdict(
      source: source, compiled: compiled, run: run, isLinkedAlone: isLinkedAlone, origin: origin
    ).outcomes
  }

  /// Whether a shell runs it, without compiling.
  var isShell: Bool { program.lead.language == .shell }
}

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
