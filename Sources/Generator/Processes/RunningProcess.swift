import CDocgenSampleHost
import Foundation

/// A started process and the pipes it writes to.
struct RunningProcess: ~Copyable {
  private let child: ChildProcess
  /// The descriptor that becomes readable when the process ends; negative without one.
  private let exitDescriptor: Int32
  private let pipes: [Int32]
  private let command: Command
  private let deadline: ContinuousClock.Instant
  private let onLine: (@Sendable (Substring) -> Void)?
  private let cancellation: Cancellation

  private var isCancelled = false
  private var texts: [[UInt8]] = [[], [], []]
  /// The bytes of standard output already reported line by line.
  private var reported = 0
  private var isOpen = [true, true, true]
  private var nextCount: ContinuousClock.Instant
  /// The number of processes and threads in the system before it began.
  private let systemSize = csamplehost_system_size()

  /// The time between counts of the program's processes.
  private static let countInterval = Duration.milliseconds(100)
  /// The time between checks whether the system is filling with new processes.
  private static let checkInterval = Duration.milliseconds(10)
  /// The time that processes may take to end, or that an unknown one may keep a pipe open.
  private static let timeout = Duration.seconds(1)

  /// Starts a program.
  ///
  /// - Throws: `ChildProcess.Failure`.
  init(
    _ command: Command, onLine: (@Sendable (Substring) -> Void)?, cancellation: Cancellation
  ) throws(ChildProcess.Failure) {
    self.command = command
    self.onLine = onLine
    self.cancellation = cancellation
    deadline = .now + .seconds(command.timeout)
    nextCount = .now + RunningProcess.countInterval
    let ends = try RunningProcess.openPipes()
    defer { for writing in ends.map(\.writing) { close(writing) } }
    let nothing = command.input == nil ? open("/dev/null", O_RDONLY | O_CLOEXEC) : -1
    defer { if nothing >= 0 { close(nothing) } }
    do {
      child = try ChildProcess(
        command, descriptors: [command.input ?? nothing] + ends.map(\.writing),
        endsWithThread: true)
    } catch {
      for reading in ends.map(\.reading) { close(reading) }
      throw error
    }
    pipes = ends.map(\.reading)
    exitDescriptor = csamplehost_process_descriptor(child.id)
  }

  /// Opens the pipes of a program's standard output, standard error and report.
  private static func openPipes() throws(ChildProcess.Failure) -> [(reading: Int32, writing: Int32)]
  {
    var pipes: [(reading: Int32, writing: Int32)] = []
    do {
      for _ in 0..<3 { pipes.append(try ChildProcess.pipe()) }
      return pipes
    } catch {
      for pipe in pipes {
        close(pipe.reading)
        close(pipe.writing)
      }
      throw error
    }
  }

  deinit {
    for pipe in pipes { close(pipe) }
    if exitDescriptor >= 0 { close(exitDescriptor) }
  }

  /// Collects the output until the process ends or must be ended.
  ///
  /// - Returns: `nil` when the task was cancelled.
  consuming func wait() -> CommandResult? {
    #if os(Linux)
      // Only this thread, and only for root, who can fill a busy machine with processes before they
      // are counted.
      if command.processLimit != nil {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -15)
      }
    #endif
    var verdict: CommandResult.Ending?
    while verdict == nil, !isCancelled, !child.hasEnded {
      let remaining = ContinuousClock.now.duration(to: deadline)
      if remaining <= .zero { verdict = .timedOut }
      // Without a descriptor for the process's end, check every few milliseconds.
      transfer(
        waiting: exitDescriptor >= 0
          ? min(
            remaining, command.processLimit == nil ? .seconds(60) : RunningProcess.checkInterval)
          : .milliseconds(5))
      if wroteTooMuch { verdict = .wroteTooMuch }
      if startedTooMany() { verdict = .startedTooMany }
    }
    if verdict != nil || isCancelled, command.isSupervised { endSupervised() }
    // The process number stays reserved until `wait()`, so this can't hit other processes.
    child.killFamily()
    let ownEnding = child.wait()
    drain()
    if isCancelled { return nil }
    if verdict == nil, wroteTooMuch { verdict = .wroteTooMuch }
    return CommandResult(
      ending: verdict ?? ownEnding,
      output: Array(texts[0].prefix(command.outputLimit)),
      errorOutput: Array(texts[1].prefix(command.outputLimit)),
      report: Array(texts[2].prefix(command.outputLimit)))
  }

  /// Asks the supervisor to end the program's descendants, which only it knows.
  private mutating func endSupervised() {
    kill(child.id, SIGTERM)
    let end = ContinuousClock.now + RunningProcess.timeout
    while !child.hasEnded, .now < end {
      var polls = [pollfd(fd: exitDescriptor, events: Int16(POLLIN), revents: 0)]
      poll(&polls, 1, exitDescriptor >= 0 ? 1000 : 5)
    }
  }

  /// Counts the program's processes at intervals, and immediately when the system suddenly has many
  /// more.
  ///
  /// Processes that double would fill the system before the next regular count.
  private mutating func startedTooMany() -> Bool {
    guard let limit = command.processLimit,
      .now >= nextCount || Int(csamplehost_system_size()) > Int(systemSize) + limit
    else { return false }
    nextCount = .now + RunningProcess.countInterval
    return csamplehost_family_size(child.id) > limit
  }

  private var wroteTooMuch: Bool {
    texts.contains { $0.count > command.outputLimit }
  }

  /// Reads the rest of the pipes, for a limited time, because an unknown process may have them
  /// open.
  private mutating func drain() {
    let end = ContinuousClock.now + RunningProcess.timeout
    while isOpen.contains(true), !isCancelled, !wroteTooMuch, .now < end {
      transfer(waiting: ContinuousClock.now.duration(to: end))
    }
  }

  /// Waits until something can be read or the process ends, and reads it.
  private mutating func transfer(waiting: Duration) {
    var polls = zip(pipes, isOpen).map { pipe, isOpen in
      pollfd(fd: isOpen ? pipe : -1, events: Int16(POLLIN), revents: 0)
    }
    polls.append(pollfd(fd: exitDescriptor, events: Int16(POLLIN), revents: 0))
    polls.append(pollfd(fd: cancellation.signal, events: Int16(POLLIN), revents: 0))
    let milliseconds = max(0, waiting / .milliseconds(1)).rounded(.up)
    guard poll(&polls, nfds_t(polls.count), Int32(min(milliseconds, 60_000))) > 0 else { return }
    for index in pipes.indices where polls[index].revents != 0 { readOnce(index) }
    isCancelled = polls[pipes.count + 1].revents != 0
  }

  private mutating func readOnce(_ index: Int) {
    let size = 1 << 16
    let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      count = max(0, read(pipes[index], buffer.baseAddress, size))
    }
    if chunk.isEmpty { isOpen[index] = false } else { texts[index] += chunk }
    if index == 0 { reportLines() }
  }

  private mutating func reportLines() {
    guard let onLine, let end = texts[0].lastIndex(of: UInt8(ascii: "\n")), end >= reported else {
      return
    }
    let lines = String(decoding: texts[0][reported..<end], as: UTF8.self)
    reported = end + 1
    for line in lines.split(separator: "\n") { onLine(line) }
  }
}
