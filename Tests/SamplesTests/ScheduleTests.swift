import Testing

@testable import Samples

/// What is done next, without doing it.
@Suite struct ScheduleTests {
  /// A schedule in which shared compilers are at some samples.
  private func schedule(_ count: Int, jobs: Int = 3, compilers: Int = 2) -> SampleSchedule {
    var schedule = SampleSchedule(jobs: jobs, compilers: compilers)
    for index in 0..<count { schedule.expect(index) }
    return schedule
  }

  @Test func aFullPartIsLinkedWhileOthersAreCompiled() {
    var schedule = schedule(40)
    for index in 0..<31 { schedule.add(index, to: .library) }
    #expect(schedule.next() == nil)
    schedule.add(31, to: .library)
    #expect(schedule.next() == .link(Array(0..<32)))
    #expect(schedule.next() == nil)
  }

  @Test func whatWaitsTooLongIsLinked() {
    var schedule = schedule(3)
    schedule.add(1, to: .library)
    #expect(schedule.next() == nil)
    schedule.endPatience()
    #expect(schedule.next() == .link([1]))
    schedule.endJob()
    schedule.run([1])
    #expect(schedule.next() == .run(1))
    schedule.endJob()
    // The next one has a time of its own.
    schedule.add(0, to: .library)
    #expect(schedule.next() == nil)
    #expect(!schedule.isDone)
  }

  @Test func patienceWithNothingIsForgotten() {
    var schedule = schedule(2)
    schedule.endPatience()
    schedule.add(0, to: .library)
    #expect(schedule.next() == nil)
  }

  @Test func theLastPartIsLinkedAtOnce() {
    var schedule = schedule(2)
    schedule.add(0, to: .end)
    #expect(schedule.next() == nil)
    schedule.add(1, to: .library)
    #expect(schedule.next() == .link([1]))
  }

  @Test(arguments: [1, 31, 32, 33, 64, 65, 1000])
  func whatIsThereAtOnceIsDividedEvenly(_ count: Int) {
    var schedule = SampleSchedule(jobs: 1000, compilers: 0)
    for index in 0..<count { schedule.add(index, to: .library) }
    var parts: [[Int]] = []
    while case .link(let part) = schedule.next() { parts.append(part) }
    #expect(Array(parts.joined()) == Array(0..<count))
    #expect(parts.count == (count + 31) / 32)
    let sizes = parts.map(\.count)
    #expect((sizes.max() ?? 0) <= 32 && (sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test func compilersTakeThePlacesOfJobs() {
    var schedule = schedule(4)
    for index in 0..<4 { schedule.add(index, to: .run) }
    #expect(schedule.next() == .run(0))
    #expect(schedule.next() == nil)
    schedule.endCompiler()
    #expect(schedule.next() == .run(1))
    #expect(schedule.next() == nil)
    schedule.endCompiler()
    schedule.endJob()
    #expect(schedule.next() == .run(2))
    #expect(schedule.next() == .run(3))
    #expect(schedule.next() == nil)
  }

  @Test(arguments: [
    (0, 3, true, 0), (9, 1, true, 1), (9, 2, true, 2), (9, 3, true, 2), (9, 5, true, 4),
    (9, 3, false, 3), (2, 5, true, 2),
  ])
  func aPlaceIsLeftForRuns(_ samples: Int, _ jobs: Int, _ hasRuns: Bool, _ expected: Int) {
    #expect(
      SampleSchedule.compilers(for: samples, jobs: jobs, hasRuns: hasRuns) == expected)
  }

  @Test func resultsComeBeforeFurtherWork() {
    var schedule = SampleSchedule(jobs: 1, compilers: 0)
    for index in 0..<3 { schedule.compileAlone(index) }
    #expect(schedule.next() == .compile(0))
    schedule.add(0, to: .run)
    schedule.endJob()
    #expect(schedule.next() == .run(0))
    schedule.endJob()
    #expect(schedule.next() == .compile(1))
  }

  @Test func whatSharedCompilersLeaveIsCompiledAlone() {
    var schedule = schedule(1)
    schedule.compileAlone(0)
    #expect(schedule.next() == .compile(0))
    for _ in 0..<2 { schedule.endCompiler() }
    schedule.add(0, to: .end)
    #expect(!schedule.isDone)
    schedule.endJob()
    #expect(schedule.isDone)
  }

  @Test func nothingIsDoneAtOnce() {
    var schedule = SampleSchedule(jobs: 1, compilers: 0)
    #expect(schedule.isDone && schedule.next() == nil)
  }

  /// Whatever the order in which things end, every sample is compiled, linked and run once.
  @Test(arguments: 0..<40) func everySampleGoesItsWayOnce(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let count = Int.random(in: 0...90, using: &random)
    let jobs = Int.random(in: 1...4, using: &random)
    var schedule = schedule(count, jobs: jobs, compilers: min(count, max(1, jobs - 1)))
    var shared = Set(0..<count)
    var running: [SampleSchedule.Job] = []
    var runs: [Int] = []
    var links: [Int] = []
    var steps = 0
    while !schedule.isDone, steps < 10_000 {
      steps += 1
      while let job = schedule.next() { running.append(job) }
      #expect(running.count + schedule.compilers <= jobs)
      if Bool.random(using: &random) { schedule.endPatience() }
      if let index = shared.sorted().randomElement(using: &random), Bool.random(using: &random) {
        shared.remove(index)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: schedule.compileAlone(index)
        case 1: schedule.add(index, to: .run)
        default: schedule.add(index, to: .library)
        }
        if shared.isEmpty { while schedule.compilers > 0 { schedule.endCompiler() } }
      } else if let place = running.indices.randomElement(using: &random) {
        switch running.remove(at: place) {
        case .compile(let index): schedule.add(index, to: .library)
        case .link(let part):
          links += part
          schedule.run(part)
        case .run(let index): runs.append(index)
        }
        schedule.endJob()
      }
    }
    #expect(schedule.isDone && running.isEmpty)
    #expect(runs.sorted() == Array(0..<count))
    #expect(Set(links).count == links.count)
  }

  /// The same numbers at every run.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }
}
