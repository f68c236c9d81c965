/// What to do next for samples that are worked on together.
///
/// Samples are compiled, linked in parts, and run, each as soon as it can be: a sample that takes long
/// holds up nobody else. What the author waits for comes first, and waits for nothing else.
struct SampleSchedule {
  /// A piece of work for one process at a time.
  enum Job: Sendable, Equatable {
    /// To compile samples, one after the other, until others have taken the rest of those that are as
    /// urgent.
    case compileTogether(Urgency)
    /// To compile a sample by itself.
    case compile(Int)
    /// To link some samples into a library.
    case link([Int])
    /// To run a sample.
    case run(Int)
    /// To run the shell programs of a group.
    case runShells(Int)

    /// Whether it is a compiler's.
    var isCompiler: Bool {
      switch self {
      case .compileTogether, .compile: true
      case .link, .run, .runShells: false
      }
    }
  }

  /// Whether the author waits for a sample.
  enum Urgency: Int, Sendable, CaseIterable {
    case urgent, usual
  }

  /// Where a compiled sample goes.
  enum Destination: Sendable {
    /// Nowhere: all is known.
    case end
    /// Into a library with others that run in the same kind of host.
    case library(SampleHost.Kind)
    /// Into a library of its own, which is made when it is run.
    case run
  }

  /// After how many samples a shared compiler is to end.
  let samplesPerCompiler: Int
  private let jobs: Int
  /// With fewer compilers than this at work, a shared one may be started.
  private let mostCompilers: Int
  private let urgent: Set<Int>
  private var busy = 0
  /// How many of those at work are compilers of any kind.
  private var compilers = 0
  private var lanes = Urgency.allCases.map { SampleLane($0) }

  /// A schedule without samples.
  ///
  /// - Parameters:
  ///   - jobs: how many processes may be at work.
  ///   - urgent: the samples that come first.
  ///   - hasRuns: whether some are run.
  init(jobs: Int, urgent: Set<Int> = [], hasRuns: Bool = true) {
    self.jobs = jobs
    self.urgent = urgent
    // While they compile, a place is left to run what they have made; of two, that would be too many.
    mostCompilers = hasRuns && jobs > 2 ? jobs - 1 : jobs
    // Then they make room now and then.
    samplesPerCompiler = hasRuns && jobs <= 2 ? LinkQueue.mostInLibrary / jobs : .max
  }

  private func lane(of index: Int) -> Int {
    (urgent.contains(index) ? Urgency.urgent : .usual).rawValue
  }

  /// Takes a sample for shared compilers.
  mutating func expect(_ index: Int) { lanes[lane(of: index)].expected.insert(index) }

  /// Takes a sample that is to be compiled by itself.
  mutating func compileAlone(_ index: Int) {
    let lane = lane(of: index)
    lanes[lane].expected.remove(index)
    lanes[lane].alone.insert(index)
    lanes[lane].toCompile.append(index)
  }

  /// Takes a sample that is compiled.
  mutating func add(_ index: Int, to destination: Destination) {
    let lane = lane(of: index)
    lanes[lane].expected.remove(index)
    lanes[lane].alone.remove(index)
    switch destination {
    case .end: break
    case .library(let host): lanes[lane].toLink[host.rawValue].add(index)
    case .run: lanes[lane].toRun.append(index)
    }
  }

  /// Takes samples that can be run now.
  mutating func run(_ part: [Int]) {
    for index in part { lanes[lane(of: index)].toRun.append(index) }
  }

  /// Takes a group of shell programs.
  mutating func runShells(_ group: Int, _ urgency: Urgency) {
    lanes[urgency.rawValue].shells.append(group)
  }

  /// Takes note that a job is done; what came of it is told before.
  ///
  /// - Parameter leavesRest: whether a shared compiler has left what it could have taken.
  mutating func end(_ job: Job, leavesRest: Bool = false) {
    busy -= 1
    if job.isCompiler { compilers -= 1 }
    guard case .compileTogether(let urgency) = job else { return }
    lanes[urgency.rawValue].compilers -= 1
    guard !leavesRest else { return }
    // Those that take the usual ones take what is left of the urgent ones too.
    for lane in 0...urgency.rawValue { lanes[lane].isTaken = true }
  }

  /// Takes note that time has passed: what is compiled waits no longer for the rest of its part.
  mutating func endPatience() {
    for lane in lanes.indices { lanes[lane].endPatience() }
  }

  /// Whether there is nothing more to do or to wait for.
  var isDone: Bool { busy == 0 && lanes.allSatisfy(\.isEmpty) }

  /// Whether no more shared compilers will be started.
  var hasAllCompilers: Bool { lanes.allSatisfy { $0.isTaken || $0.expected.isEmpty } }

  /// The next job, which then is at work; `nil` when there is none now, or no place for one.
  mutating func next() -> Job? {
    guard busy < jobs else { return nil }
    for lane in lanes.indices {
      if let job = lanes[lane].next(mayStartCompiler: compilers < mostCompilers) {
        busy += 1
        if job.isCompiler { compilers += 1 }
        return job
      }
    }
    return nil
  }
}
