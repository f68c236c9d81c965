import Testing

@testable import Samples

/// What is done next, without doing it.
@Suite struct ScheduleTests {
  /// A schedule in which shared compilers are at some samples.
  private func schedule(_ count: Int, jobs: Int = 3, urgent: Set<Int> = []) -> SampleSchedule {
    var schedule = SampleSchedule(jobs: jobs, urgent: urgent)
    for index in 0..<count { schedule.expect(index) }
    return schedule
  }

  /// A schedule as above, and the compilers that are at work first.
  private func compiling(_ count: Int, jobs: Int = 3) -> SampleSchedule {
    var schedule = schedule(count, jobs: jobs)
    while case .compileTogether = schedule.next() {}
    return schedule
  }

  @Test func aFullPartIsLinkedWhileOthersAreCompiled() {
    var schedule = compiling(40)
    for index in 0..<31 { schedule.add(index, to: .library(.full)) }
    #expect(schedule.next() == nil)
    schedule.add(31, to: .library(.full))
    #expect(schedule.next() == .link(Array(0..<32)))
    #expect(schedule.next() == nil)
  }

  @Test func whatWaitsTooLongIsLinked() {
    var schedule = compiling(3)
    schedule.add(1, to: .library(.full))
    #expect(schedule.next() == nil)
    schedule.endPatience()
    #expect(schedule.next() == .link([1]))
    schedule.end(.link([1]))
    schedule.run([1])
    #expect(schedule.next() == .run(1))
    schedule.end(.run(1))
    // The next one has a time of its own.
    schedule.add(0, to: .library(.full))
    #expect(schedule.next() == nil)
    #expect(!schedule.isDone)
  }

  @Test func eachKindOfHostHasPartsOfItsOwn() {
    var schedule = compiling(36)
    for index in 0..<34 { schedule.add(index, to: .library(index == 5 ? .full : .bare)) }
    #expect(schedule.next() == .link(Array(0..<33).filter { $0 != 5 }))
    schedule.end(.link(Array(0..<33).filter { $0 != 5 }))
    #expect(schedule.next() == nil)
    schedule.endPatience()
    #expect(schedule.next() == .link([33]))
    schedule.end(.link([33]))
    #expect(schedule.next() == .link([5]))
    schedule.end(.link([5]))
    schedule.add(34, to: .library(.full))
    #expect(schedule.next() == nil)
    schedule.add(35, to: .library(.bare))
    #expect(schedule.next() == .link([35]))
    schedule.end(.link([35]))
    #expect(schedule.next() == .link([34]))
  }

  @Test func patienceWithNothingIsForgotten() {
    var schedule = compiling(2)
    schedule.endPatience()
    schedule.add(0, to: .library(.full))
    #expect(schedule.next() == nil)
  }

  @Test func theLastPartIsLinkedAtOnce() {
    var schedule = compiling(2)
    schedule.add(0, to: .end)
    #expect(schedule.next() == nil)
    schedule.add(1, to: .library(.full))
    #expect(schedule.next() == .link([1]))
  }

  @Test(arguments: [1, 31, 32, 33, 64, 65, 1000])
  func whatIsThereAtOnceIsDividedEvenly(_ count: Int) {
    var schedule = SampleSchedule(jobs: 1000)
    for index in 0..<count { schedule.add(index, to: .library(.full)) }
    var parts: [[Int]] = []
    while case .link(let part) = schedule.next() { parts.append(part) }
    #expect(Array(parts.joined()) == Array(0..<count))
    #expect(parts.count == (count + 31) / 32)
    let sizes = parts.map(\.count)
    #expect((sizes.max() ?? 0) <= 32 && (sizes.max() ?? 0) - (sizes.min() ?? 0) <= 1)
  }

  @Test func compilersTakeThePlacesOfJobs() {
    var schedule = compiling(6)
    for index in 0..<4 { schedule.add(index, to: .run) }
    #expect(schedule.next() == .run(0))
    #expect(schedule.next() == nil)
    schedule.end(.compileTogether(.usual))
    #expect(schedule.next() == .run(1))
    #expect(schedule.next() == nil)
    schedule.end(.compileTogether(.usual))
    schedule.end(.run(0))
    #expect(schedule.next() == .run(2))
    #expect(schedule.next() == .run(3))
    #expect(schedule.next() == nil)
  }

  @Test(arguments: [
    (0, 3, true, 0), (9, 1, true, 1), (9, 2, true, 2), (9, 3, true, 2), (9, 5, true, 4),
    (9, 3, false, 3), (2, 5, true, 2),
  ])
  func aPlaceIsLeftForRuns(_ samples: Int, _ jobs: Int, _ hasRuns: Bool, _ expected: Int) {
    var schedule = SampleSchedule(jobs: jobs, hasRuns: hasRuns)
    for index in 0..<samples { schedule.expect(index) }
    var compilers = 0
    while let job = schedule.next() {
      #expect(job == .compileTogether(.usual))
      compilers += 1
    }
    #expect(compilers == expected)
  }

  @Test func aPlaceIsLeftForRunsBesideWhatIsCompiledAlone() {
    var schedule = schedule(9, urgent: [9])
    schedule.compileAlone(9)
    #expect(schedule.next() == .compile(9))
    #expect(schedule.next() == .compileTogether(.usual))
    #expect(schedule.next() == nil)
    schedule.add(0, to: .run)
    #expect(schedule.next() == .run(0))
    schedule.end(.run(0))
    schedule.add(9, to: .end)
    schedule.end(.compile(9))
    #expect(schedule.next() == .compileTogether(.usual))
    #expect(schedule.next() == nil)
  }

  @Test func aCompilerIsStartedOnlyWhereThereIsSomethingToTake() {
    var schedule = compiling(9, jobs: 2)
    schedule.end(.compileTogether(.usual))
    #expect(schedule.next() == nil)
    #expect(schedule.hasAllCompilers)
  }

  @Test func aCompilerThatLeavesTheRestMakesRoom() {
    var schedule = schedule(9, jobs: 1)
    #expect(schedule.samplesPerCompiler == 32)
    #expect(SampleSchedule(jobs: 2).samplesPerCompiler == 16)
    #expect(SampleSchedule(jobs: 2, hasRuns: false).samplesPerCompiler == .max)
    #expect(SampleSchedule(jobs: 3).samplesPerCompiler == .max)
    #expect(schedule.next() == .compileTogether(.usual))
    schedule.add(0, to: .run)
    schedule.end(.compileTogether(.usual), leavesRest: true)
    #expect(!schedule.hasAllCompilers)
    #expect(schedule.next() == .run(0))
    schedule.end(.run(0))
    #expect(schedule.next() == .compileTogether(.usual))
  }

  @Test func resultsComeBeforeFurtherWork() {
    var schedule = SampleSchedule(jobs: 1)
    for index in 0..<3 { schedule.compileAlone(index) }
    #expect(schedule.next() == .compile(0))
    schedule.add(0, to: .run)
    schedule.end(.compile(0))
    #expect(schedule.next() == .run(0))
    schedule.end(.run(0))
    #expect(schedule.next() == .compile(1))
  }

  @Test func whatSharedCompilersLeaveIsCompiledAlone() {
    var schedule = compiling(1)
    schedule.compileAlone(0)
    #expect(schedule.next() == .compile(0))
    schedule.end(.compileTogether(.usual))
    schedule.add(0, to: .end)
    #expect(!schedule.isDone)
    schedule.end(.compile(0))
    #expect(schedule.isDone)
  }

  @Test func nothingIsDoneAtOnce() {
    var schedule = SampleSchedule(jobs: 1)
    #expect(schedule.isDone && schedule.next() == nil && schedule.hasAllCompilers)
  }

  // MARK: What the author waits for

  @Test func theUrgentAreCompiledLinkedAndRunFirst() {
    var schedule = schedule(9, jobs: 1, urgent: [3, 4])
    #expect(schedule.next() == .compileTogether(.urgent))
    schedule.add(3, to: .library(.full))
    schedule.add(4, to: .library(.full))
    #expect(schedule.next() == nil)
    schedule.end(.compileTogether(.urgent))
    #expect(schedule.next() == .link([3, 4]))
    schedule.end(.link([3, 4]))
    schedule.run([3, 4])
    for index in [3, 4] {
      #expect(schedule.next() == .run(index))
      schedule.end(.run(index))
    }
    #expect(!schedule.hasAllCompilers)
    #expect(schedule.next() == .compileTogether(.usual))
  }

  @Test func theUrgentAreLinkedWithoutWaitingForOthers() {
    var schedule = schedule(9, urgent: [3, 4])
    #expect(schedule.next() == .compileTogether(.urgent))
    #expect(schedule.next() == .compileTogether(.urgent))
    schedule.add(3, to: .library(.full))
    schedule.end(.compileTogether(.urgent))
    #expect(schedule.next() == .compileTogether(.usual))
    schedule.add(0, to: .library(.full))
    #expect(schedule.next() == nil)
    schedule.add(4, to: .library(.full))
    #expect(schedule.next() == .link([3, 4]))
  }

  @Test func anUrgentOneThatTakesLongHoldsUpNobody() {
    var schedule = schedule(3, urgent: [0])
    #expect(schedule.next() == .compileTogether(.urgent))
    #expect(schedule.next() == .compileTogether(.usual))
    schedule.add(1, to: .library(.full))
    schedule.add(2, to: .library(.full))
    #expect(schedule.next() == .link([1, 2]))
    schedule.run([1, 2])
    schedule.end(.link([1, 2]))
    #expect(schedule.next() == .run(1))
    #expect(!schedule.isDone)
  }

  @Test func shellProgramsAreRunWhileSamplesAreCompiled() {
    var schedule = schedule(9)
    schedule.runShells(0, .usual)
    schedule.runShells(1, .urgent)
    #expect(schedule.next() == .runShells(1))
    #expect(schedule.next() == .compileTogether(.usual))
    #expect(schedule.next() == .compileTogether(.usual))
    schedule.end(.runShells(1))
    #expect(schedule.next() == .runShells(0))
    #expect(!schedule.isDone)
  }

  /// Whatever the order in which things end, every sample is compiled, linked and run once.
  @Test(arguments: 0..<80) func everySampleGoesItsWayOnce(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let count = Int.random(in: 0...90, using: &random)
    let jobs = Int.random(in: 1...4, using: &random)
    let urgent = Int.random(in: 0...count, using: &random)
    let hosts: [SampleHost.Kind] = (0..<count).map { _ in
      Bool.random(using: &random) ? .bare : .full
    }
    var schedule = schedule(count, jobs: jobs, urgent: Set(0..<urgent))
    for group in 0..<3 { schedule.runShells(group, group == 0 ? .urgent : .usual) }
    var shared = Set(0..<count)
    var running: [SampleSchedule.Job] = []
    var runs: [Int] = []
    var links: [Int] = []
    var shells: [Int] = []
    var steps = 0
    while !schedule.isDone, steps < 10_000 {
      steps += 1
      while let job = schedule.next() { running.append(job) }
      #expect(running.count <= jobs)
      if Bool.random(using: &random) { schedule.endPatience() }
      guard let place = running.indices.randomElement(using: &random) else { break }
      let job = running[place]
      var leavesRest = false
      if case .compileTogether(let urgency) = job {
        let reach = urgency == .urgent ? urgent : count
        leavesRest = Int.random(in: 0..<6, using: &random) == 0
        if !leavesRest, let index = shared.sorted().first, index < reach {
          shared.remove(index)
          switch Int.random(in: 0..<6, using: &random) {
          case 0: schedule.compileAlone(index)
          case 1: schedule.add(index, to: .run)
          default: schedule.add(index, to: .library(hosts[index]))
          }
          continue
        }
      }
      running.remove(at: place)
      switch job {
      case .compileTogether: break
      case .compile(let index): schedule.add(index, to: .library(hosts[index]))
      case .link(let part):
        links += part
        #expect(Set(part.map { hosts[$0] }).count == 1)
        schedule.run(part)
      case .run(let index): runs.append(index)
      case .runShells(let group): shells.append(group)
      }
      schedule.end(job, leavesRest: leavesRest)
    }
    #expect(schedule.isDone && running.isEmpty && schedule.hasAllCompilers)
    #expect(runs.sorted() == Array(0..<count))
    #expect(Set(links).count == links.count)
    #expect(shells.sorted() == [0, 1, 2])
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
