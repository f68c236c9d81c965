import Foundation

/// A run of a program, with its time and memory.
struct MeasuredProcess: Sendable {
  let duration: Duration
  /// The most memory that it used at one time, in bytes.
  let peakMemory: Int

  /// Runs a program without output, and waits for it.
  ///
  /// - Throws: `BenchFailure` when it can't be started or fails.
  static func run(
    _ program: String, arguments: [String]
  ) async throws -> MeasuredProcess {
    try await BlockingCall.onThread {
      var usage = rusage()
      var status: Int32 = 0
      let duration = try ContinuousClock().measure {
        let process = try start(program, arguments: arguments)
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
      }
      guard status == 0 else {
        throw BenchFailure(description: "'\(program)' failed with the status \(status >> 8)")
      }
      #if canImport(Darwin)
        let unit = 1
      #else
        let unit = 1_024
      #endif
      return MeasuredProcess(duration: duration, peakMemory: Int(usage.ru_maxrss) * unit)
    }
  }

  private static func start(_ program: String, arguments: [String]) throws -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    let words = ([program] + arguments).map { strdup($0) }
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, program, &actions, nil, words + [nil], environ)
    guard error == 0 else {
      throw BenchFailure(
        description: "'\(program)' can't be started: \(String(cString: strerror(error)))")
    }
    return process
  }
}
