/// What a build does next.
///
/// Programs are compiled, linked in batches, and run. They are numbered by rank, and everything that can
/// be done is done in the order of these numbers: so what the author waits for comes first, and
/// programs that are compiled are run before others are compiled.
struct BuildQueue {
  /// A job for one process at a time.
  enum Job: Sendable, Equatable {
    /// To compile a program.
    case compile(Int)
    /// To link some compiled programs into a library.
    case link([Int])
    /// To run a program, or several of which this is the first.
    case run(Int)

    /// The number by which its turn comes.
    fileprivate var number: Int {
      switch self {
      case .compile(let number), .run(let number): number
      case .link(let batch): batch[0]
      }
    }
  }

  /// The programs that share a library: as urgent as each other, for the same host.
  private struct Library: Hashable {
    var isUrgent: Bool
    var host: SampleHost.Kind
  }

  /// The most programs in a library.
  ///
  /// To link many at once costs less than to link each, but a run looks up the symbols of all programs
  /// in its library: of a hundred, that would take longer than most runs.
  static let mostInLibrary = 32

  private let slots: Int
  private let urgent: Int
  private var busy = 0
  /// In ascending order, as are the others.
  private var toCompile: [Int] = []
  private var toLink: [Library: [Int]] = [:]
  private var toRun: [Int] = []

  /// An empty queue.
  ///
  /// - Parameters:
  ///   - slots: how many jobs may be at work at a time.
  ///   - urgent: how many programs are urgent, which are the first ones.
  init(slots: Int, urgent: Int = 0) {
    self.slots = slots
    self.urgent = urgent
  }

  /// Adds a program that is to be compiled.
  mutating func compile(_ number: Int) { toCompile.insertInOrder(number) }

  /// Adds a compiled program that is to be linked with others.
  mutating func link(_ number: Int, for host: SampleHost.Kind) {
    toLink[Library(isUrgent: isUrgent(number), host: host), default: []].insertInOrder(number)
  }

  /// Adds a program that can be run.
  mutating func run(_ number: Int) { toRun.insertInOrder(number) }

  /// Ends a job that is at work; what it leads to has been added before.
  mutating func end() { busy -= 1 }

  /// Whether there is nothing to do and nothing at work.
  var isDone: Bool { busy == 0 && toCompile.isEmpty && toLink.isEmpty && toRun.isEmpty }

  /// Takes the next job, which then is at work; `nil` if there is none now, or no slot for it.
  mutating func next() -> Job? {
    guard busy < slots else { return nil }
    let batches = toLink.keys.compactMap(batch).map(Job.link)
    let others = [toCompile.first.map(Job.compile), toRun.first.map(Job.run)].compactMap { $0 }
    guard let job = (batches + others).min(by: { $0.number < $1.number }) else { return nil }
    busy += 1
    switch job {
    case .compile: toCompile.removeFirst()
    case .run: toRun.removeFirst()
    case .link(let batch):
      for (library, waiting) in toLink where waiting.first == batch.first {
        let others = waiting.dropFirst(batch.count)
        toLink[library] = others.isEmpty ? nil : Array(others)
      }
    }
    return job
  }

  /// The programs that are linked next for a library; `nil` as long as it is better to wait for more.
  ///
  /// Others are waited for only as long as their compilation has not begun, so that one that takes long
  /// holds up no other.
  private func batch(for library: Library) -> [Int]? {
    guard let waiting = toLink[library] else { return nil }
    let next = library.isUrgent ? toCompile.first : toCompile.last
    let canGrow = next.map(isUrgent) == library.isUrgent
    guard waiting.count >= Self.mostInLibrary || !canGrow else { return nil }
    return Array(waiting.prefix(Self.mostInLibrary))
  }

  private func isUrgent(_ number: Int) -> Bool { number < urgent }
}

extension [Int] {
  fileprivate mutating func insertInOrder(_ number: Int) {
    insert(number, at: (lastIndex { $0 < number } ?? -1) + 1)
  }
}
