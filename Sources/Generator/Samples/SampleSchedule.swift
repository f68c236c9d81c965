/// What to do next for samples that are worked on together.
///
/// Samples are compiled, linked in parts, and run, each as soon as it can be: a sample that takes long
/// holds up nobody else. A part is linked when it is full, when nothing more can join it, or when it has
/// waited, for one link of many costs less than many.
struct SampleSchedule {
  /// A piece of work for one process at a time.
  enum Job: Sendable, Equatable {
    /// To compile a sample by itself.
    case compile(Int)
    /// To link some samples into a library.
    case link([Int])
    /// To run a sample.
    case run(Int)
  }

  /// Where a compiled sample goes.
  enum Destination: Sendable {
    /// Nowhere: all is known.
    case end
    /// Into a library with others.
    case library
    /// Into a library of its own, which is made when it is run.
    case run
  }

  /// How many shared compilers are at work; each takes the place of a job.
  private(set) var compilers: Int
  private let jobs: Int
  private var busy = 0
  private var uncompiled: Set<Int> = []
  private var toCompile: [Int] = []
  private var toLink: [Int] = []
  private var toRun: [Int] = []
  private var hasWaited = false

  /// A run finds the symbols of all samples in its library, so a hundred of them would take a run
  /// longer than its own work; and libraries can be linked at the same time.
  static let mostInLibrary = 32

  /// How many shared compilers to start for some samples.
  static func compilers(for samples: Int, jobs: Int, hasRuns: Bool) -> Int {
    // While they compile, a place is left to run what they have made; of two, that would be too many.
    min(samples, hasRuns && jobs > 2 ? jobs - 1 : jobs)
  }

  /// A schedule without samples.
  ///
  /// - Parameters:
  ///   - jobs: how many processes may be at work.
  ///   - compilers: how many of them are shared compilers from the beginning.
  init(jobs: Int, compilers: Int) {
    self.jobs = jobs
    self.compilers = compilers
  }

  /// Takes a sample that shared compilers are at.
  mutating func expect(_ index: Int) { uncompiled.insert(index) }

  /// Takes a sample that is to be compiled by itself.
  mutating func compileAlone(_ index: Int) {
    uncompiled.insert(index)
    toCompile.append(index)
  }

  /// Takes a sample that is compiled.
  mutating func add(_ index: Int, to destination: Destination) {
    uncompiled.remove(index)
    switch destination {
    case .end: break
    case .library: toLink.append(index)
    case .run: toRun.append(index)
    }
  }

  /// Takes samples that can be run now.
  mutating func run(_ part: [Int]) { toRun += part }

  /// Takes note that a job is done; what came of it is told before.
  mutating func endJob() { busy -= 1 }

  /// Takes note that a shared compiler has nothing more to do.
  mutating func endCompiler() { compilers -= 1 }

  /// Takes note that time has passed: what is compiled waits no longer for the rest of its part.
  mutating func endPatience() { hasWaited = !toLink.isEmpty }

  /// Whether there is nothing more to do or to wait for.
  var isDone: Bool {
    busy == 0 && compilers == 0 && uncompiled.isEmpty && toLink.isEmpty && toRun.isEmpty
  }

  /// The next job, which then is at work; `nil` when there is none now, or no place for one.
  mutating func next() -> Job? {
    guard busy + compilers < jobs, let job = nextJob() else { return nil }
    busy += 1
    return job
  }

  private mutating func nextJob() -> Job? {
    // Results first.
    if !toRun.isEmpty { return .run(toRun.removeFirst()) }
    if let part = nextPart() { return .link(part) }
    return toCompile.isEmpty ? nil : .compile(toCompile.removeFirst())
  }

  private mutating func nextPart() -> [Int]? {
    let isWhole = uncompiled.isEmpty
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
