import Foundation

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
