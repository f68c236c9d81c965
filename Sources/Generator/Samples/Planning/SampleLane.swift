/// What is to be done for samples of one urgency.
struct SampleLane {
  /// How urgent they are.
  let urgency: SampleSchedule.Urgency
  /// Samples that shared compilers are at, or will be.
  var expected: Set<Int> = []
  /// Samples that are compiled by themselves, now or later.
  var alone: Set<Int> = []
  var toCompile: [Int] = []
  /// For each kind of host.
  var toLink = SampleHost.Kind.allCases.map { _ in LinkQueue() }
  var toRun: [Int] = []
  var shells: [Int] = []
  /// How many shared compilers are at work.
  var compilers = 0
  /// Whether a shared compiler has found nothing more to take.
  var isTaken = false

  /// A lane without samples.
  init(_ urgency: SampleSchedule.Urgency) { self.urgency = urgency }

  /// Whether there is nothing more to do, as soon as what is at work has ended.
  var isEmpty: Bool {
    expected.isEmpty && alone.isEmpty && toLink.allSatisfy(\.isEmpty) && toRun.isEmpty
      && shells.isEmpty
  }

  /// The next piece of work.
  ///
  /// - Parameter mayStartCompiler: whether there is a place for a shared compiler.
  mutating func next(mayStartCompiler: Bool) -> SampleSchedule.Job? {
    // Results first.
    if !toRun.isEmpty { return .run(toRun.removeFirst()) }
    if let part = nextPart() { return .link(part) }
    if mayStartCompiler, !isTaken, compilers < expected.count {
      compilers += 1
      return .compileTogether(urgency)
    }
    if !shells.isEmpty { return .runShells(shells.removeFirst()) }
    return toCompile.isEmpty ? nil : .compile(toCompile.removeFirst())
  }

  /// Takes note that time has passed: what is compiled waits no longer for the rest of its part.
  mutating func endPatience() {
    for queue in toLink.indices { toLink[queue].endPatience() }
  }

  private mutating func nextPart() -> [Int]? {
    let isWhole = expected.isEmpty && alone.isEmpty
    for queue in toLink.indices {
      if let part = toLink[queue].nextPart(isWhole: isWhole) { return part }
    }
    return nil
  }
}
