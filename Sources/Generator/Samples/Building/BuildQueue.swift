/// The order of a build's jobs.
///
/// Programs are compiled, linked in batches, and run. They are numbered in the order of work, and
/// jobs are done in the order of these numbers. So the programs that the author waits for come
/// first, and compiled programs run before others are compiled.
struct BuildQueue {
  /// A job for one process.
  enum Job: Sendable, Equatable {
    /// Compiles a program.
    case compile(Int)
    /// Links compiled programs into a library.
    case link([Int])
    /// Runs a program, or the group of which it is the first.
    case run(Int)

    /// The number that determines its turn.
    fileprivate var number: Int {
      switch self {
      case .compile(let number), .run(let number): number
      case .link(let batch): batch[0]
      }
    }
  }

  /// The key of programs that share a library: equally urgent, with the same needs.
  private struct Library: Hashable {
    var isUrgent: Bool
    var needs: RunNeeds
  }

  /// The most programs in a library.
  ///
  /// Linking many at once takes less time than linking each, but a run looks up the symbols of all
  /// programs in its library; with a hundred, that would take longer than most runs.
  static let mostInLibrary = 32

  private let slots: Int
  private let urgent: Int
  private var busy = 0
  /// In ascending order, like the others.
  private var toCompile: [Int] = []
  private var toLink: [Library: [Int]] = [:]
  private var toRun: [Int] = []

  /// Creates an empty queue.
  ///
  /// - Parameters:
  ///   - slots: the most jobs to run at a time.
  ///   - urgent: the number of urgent programs, which are the first ones.
  init(slots: Int, urgent: Int = 0) {
    self.slots = slots
    self.urgent = urgent
  }

  /// Adds a program to compile.
  mutating func compile(_ number: Int) { toCompile.insertInOrder(number) }

  /// Adds a compiled program to link with others.
  mutating func link(_ number: Int, for needs: RunNeeds) {
    toLink[Library(isUrgent: isUrgent(number), needs: needs), default: []].insertInOrder(number)
  }

  /// Adds a program to run.
  mutating func run(_ number: Int) { toRun.insertInOrder(number) }

  /// Ends a running job, after the jobs that follow from it have been added.
  mutating func end() { busy -= 1 }

  /// Whether nothing is waiting or running.
  var isDone: Bool { busy == 0 && toCompile.isEmpty && toLink.isEmpty && toRun.isEmpty }

  /// Starts the next job; returns `nil` if none is ready or no slot is free.
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

  /// Returns the next programs to link into a library; `nil` while it is better to wait for more.
  ///
  /// It waits for others only until their compilation begins, so that a slow one delays no other.
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
