/// What is to be done for samples of one urgency.
///
/// A part is linked when it is full, when nothing more can join it, or when it has waited, for one
/// link of many costs less than many.
struct SampleLane {
  /// How urgent they are.
  let urgency: SampleSchedule.Urgency
  /// Samples that shared compilers are at, or will be.
  var expected: Set<Int> = []
  /// Samples that are compiled by themselves, now or later.
  var alone: Set<Int> = []
  var toCompile: [Int] = []
  var toLink: [Int] = []
  var toRun: [Int] = []
  var shells: [Int] = []
  /// Whether what is compiled waits no longer for the rest of its part.
  var hasWaited = false
  /// How many shared compilers are at work.
  var compilers = 0
  /// Whether a shared compiler has found nothing more to take.
  var isTaken = false

  /// A run finds the symbols of all samples in its library, so a hundred of them would take a run
  /// longer than its own work; and libraries can be linked at the same time.
  static let mostInLibrary = 32

  /// A lane without samples.
  init(_ urgency: SampleSchedule.Urgency) { self.urgency = urgency }

  /// Whether there is nothing more to do, as soon as what is at work has ended.
  var isEmpty: Bool {
    expected.isEmpty && alone.isEmpty && toLink.isEmpty && toRun.isEmpty && shells.isEmpty
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

  private mutating func nextPart() -> [Int]? {
    let isWhole = expected.isEmpty && alone.isEmpty
    guard toLink.count >= Self.mostInLibrary || !toLink.isEmpty && (isWhole || hasWaited) else {
      return nil
    }
    hasWaited = false
    // What is left at the end is divided evenly.
    let parts = (toLink.count + Self.mostInLibrary - 1) / Self.mostInLibrary
    let size = isWhole ? (toLink.count + parts - 1) / parts : Self.mostInLibrary
    defer { toLink.removeFirst(min(size, toLink.count)) }
    return Array(toLink.prefix(size))
  }
}
