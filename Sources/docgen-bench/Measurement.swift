import Foundation

/// The times of a job in several rounds.
struct Measurement: Sendable, Equatable {
  /// The rounds, shortest first; never empty.
  let rounds: [Duration]

  /// Creates a measurement from its rounds; `nil` when there are none.
  init?(_ rounds: [Duration]) {
    guard !rounds.isEmpty else { return nil }
    self.rounds = rounds.sorted()
  }

  /// The shortest round.
  var minimum: Duration { rounds[0] }

  /// The longest round.
  var maximum: Duration { rounds[rounds.count - 1] }

  /// The median round, or the mean of the middle two.
  var median: Duration {
    let middle = rounds.count / 2
    return rounds.count.isMultiple(of: 2)
      ? (rounds[middle - 1] + rounds[middle]) / 2 : rounds[middle]
  }

  /// Returns the ratio of this median to another measurement's; `nil` for a base of zero.
  func ratio(to base: Measurement) -> Double? {
    base.median > .zero ? median / base.median : nil
  }
}

/// The rounds of several jobs that are measured in turn, by name.
struct MeasurementSeries: Sendable, Equatable {
  private var rounds: [String: [Duration]] = [:]

  /// Adds a round of a job.
  mutating func add(_ duration: Duration, to name: String) {
    rounds[name, default: []].append(duration)
  }

  /// Returns the measurement of a job; `nil` when it has no rounds.
  subscript(name: String) -> Measurement? { rounds[name].flatMap { Measurement($0) } }
}

/// Runs blocking functions outside the few threads that Swift's tasks share.
enum BlockingCall {
  /// Runs a function on a separate thread and waits for it without blocking.
  static func onThread<Result: Sendable>(
    _ work: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Swift.Result(catching: work)) }
    }
  }
}

/// Processor time of processes, which on a busy machine is steadier than elapsed time.
enum ProcessorTime {
  /// The time of all processes that this one started and that have ended, and of their descendants.
  static var ofChildren: Duration {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
    #endif
    return duration(usage.ru_utime) + duration(usage.ru_stime)
  }

  private static func duration(_ time: timeval) -> Duration {
    .seconds(Int64(time.tv_sec)) + .microseconds(Int64(time.tv_usec))
  }
}
