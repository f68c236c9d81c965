import DocgenTestSupport
import Testing

@testable import DocgenSamples

/// What is done next, without doing it.
@Suite struct BuildQueueTests {
  private func queue(toCompile count: Int, slots: Int = 3, urgent: Int = 0) -> BuildQueue {
    var queue = BuildQueue(slots: slots, urgent: urgent)
    for number in 0..<count { queue.compile(number) }
    return queue
  }

  /// All jobs that can be at work at the same time.
  private func jobs(_ queue: inout BuildQueue) -> [BuildQueue.Job] {
    var jobs: [BuildQueue.Job] = []
    while let job = queue.next() { jobs.append(job) }
    return jobs
  }

  @Test func noMoreIsAtWorkThanThereAreSlots() {
    var queue = queue(toCompile: 9, slots: 2)
    #expect(jobs(&queue) == [.compile(0), .compile(1)])
    queue.end()
    #expect(jobs(&queue) == [.compile(2)])
  }

  @Test func whatIsCompiledIsRunBeforeOthersAreCompiled() {
    var queue = queue(toCompile: 3, slots: 1)
    #expect(queue.next() == .compile(0))
    queue.run(0)
    queue.end()
    #expect(jobs(&queue) == [.run(0)])
    queue.end()
    #expect(jobs(&queue) == [.compile(1)])
  }

  @Test func whatCanBeDoneIsDoneInTheOrderOfRanks() {
    var queue = BuildQueue(slots: 9)
    for number in [5, 3, 4] { queue.run(number) }
    for number in [2, 6, 0] { queue.compile(number) }
    #expect(
      jobs(&queue) == [.compile(0), .compile(2), .run(3), .run(4), .run(5), .compile(6)])
  }

  @Test func aFullBatchIsLinkedWhileOthersAreToBeCompiled() {
    var queue = queue(toCompile: 40, slots: 1)
    for number in 0..<32 {
      #expect(queue.next() == .compile(number))
      queue.link(number, for: RunNeeds(host: .full))
      queue.end()
    }
    #expect(queue.next() == .link(Array(0..<32)))
    queue.end()
    #expect(queue.next() == .compile(32))
  }

  /// Of what is being compiled, one may take for ever.
  @Test func whatIsAtTheCompilerIsNotWaitedFor() {
    var queue = queue(toCompile: 4)
    #expect(jobs(&queue) == [.compile(0), .compile(1), .compile(2)])
    queue.link(1, for: RunNeeds(host: .full))
    queue.end()
    #expect(jobs(&queue) == [.compile(3)])
    queue.link(2, for: RunNeeds(host: .full))
    queue.end()
    #expect(jobs(&queue) == [.link([1, 2])])
    #expect(!queue.isDone)
  }

  @Test func eachHostHasLibrariesOfItsOwn() {
    var queue = BuildQueue(slots: 9)
    for number in 0..<40 {
      queue.link(number, for: RunNeeds(host: number % 8 == 5 ? .full : .bare))
    }
    let bare = (0..<40).filter { $0 % 8 != 5 }
    #expect(
      jobs(&queue) == [
        .link(Array(bare.prefix(32))), .link([5, 13, 21, 29, 37]), .link(Array(bare.suffix(3))),
      ])
  }

  @Test func theUrgentAreLinkedWithoutWaitingForOthers() {
    var queue = queue(toCompile: 9, slots: 1, urgent: 2)
    for number in 0..<2 {
      #expect(queue.next() == .compile(number))
      queue.link(number, for: RunNeeds(host: .full))
      queue.end()
    }
    #expect(queue.next() == .link([0, 1]))
    for number in 0..<2 { queue.run(number) }
    queue.end()
    for job in [BuildQueue.Job.run(0), .run(1), .compile(2)] {
      #expect(queue.next() == job)
      queue.end()
    }
    // What is urgent shares no library with what isn't.
    queue.link(0, for: RunNeeds(host: .full))
    queue.link(2, for: RunNeeds(host: .full))
    #expect(queue.next() == .link([0]))
  }

  @Test func anUrgentOneThatTakesLongHoldsUpNoOther() {
    var queue = queue(toCompile: 3, slots: 2, urgent: 1)
    #expect(jobs(&queue) == [.compile(0), .compile(1)])
    queue.link(1, for: RunNeeds(host: .full))
    queue.end()
    #expect(jobs(&queue) == [.compile(2)])
    queue.link(2, for: RunNeeds(host: .full))
    queue.end()
    #expect(jobs(&queue) == [.link([1, 2])])
  }

  @Test func anEmptyQueueIsDone() {
    var queue = BuildQueue(slots: 1)
    #expect(queue.isDone && queue.next() == nil)
    queue.compile(0)
    #expect(!queue.isDone && queue.next() == .compile(0) && !queue.isDone)
    queue.end()
    #expect(queue.isDone)
  }

  /// Whatever the order in which jobs end, every program is compiled, linked and run once.
  @Test(arguments: 0..<80) func everyProgramGoesItsWayOnce(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...90, using: &random)
    let slots = Int.random(in: 1...4, using: &random)
    let urgent = Int.random(in: 0...count, using: &random)
    let hosts = (0..<count).map { _ in SampleHost.Kind.allCases.randomElement(using: &random) }
    var queue = queue(toCompile: count, slots: slots, urgent: urgent)
    var atWork: [BuildQueue.Job] = []
    var (compiled, linked, ran): ([Int], [Int], [Int]) = ([], [], [])
    while !queue.isDone {
      atWork += jobs(&queue)
      #expect(!atWork.isEmpty && atWork.count <= slots)
      guard let position = atWork.indices.randomElement(using: &random) else { return }
      switch atWork.remove(at: position) {
      case .compile(let number):
        compiled.append(number)
        guard let host = hosts[number] else { return }
        Int.random(in: 0..<6, using: &random) == 0
          ? queue.run(number) : queue.link(number, for: RunNeeds(host: host))
      case .link(let batch):
        linked += batch
        #expect(batch.count <= 32 && Set(batch.map { hosts[$0] }).count == 1)
        for number in batch { queue.run(number) }
      case .run(let number): ran.append(number)
      }
      queue.end()
    }
    #expect(atWork.isEmpty)
    #expect(compiled.sorted() == Array(0..<count) && ran.sorted() == Array(0..<count))
    #expect(Set(linked).count == linked.count)
  }
}
