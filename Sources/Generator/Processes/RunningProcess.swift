import CSampleHost
import Foundation

/// One started process and the pipes it writes into.
struct RunningProcess: ~Copyable {
  private let child: ChildProcess
  private let ending: Int32
  private let pipes: [Int32]
  private let command: Command
  private let deadline: ContinuousClock.Instant
  private let onLine: (@Sendable (Substring) -> Void)?
  private let cancellation: Cancellation

  private var isCancelled = false
  private var texts: [[UInt8]] = [[], [], []]
  /// How much of standard output was told line by line.
  private var told = 0
  private var isOpen = [true, true, true]
  private var nextCount: ContinuousClock.Instant
  /// How many processes and threads there were altogether before it began.
  private let systemSize = csamplehost_system_size()

  /// How long a run may start processes before they are counted.
  private static let countInterval = Duration.milliseconds(100)
  /// How long until it is looked whether the system is full of new processes.
  private static let lookInterval = Duration.milliseconds(10)
  /// How long processes may take to go, or one that nobody knows may keep a pipe open.
  private static let grace = Duration.seconds(1)

  /// Starts a program.
  ///
  /// - Throws: `ChildProcess.Failure`.
  init(
    _ command: Command, _ onLine: (@Sendable (Substring) -> Void)?, _ cancellation: Cancellation
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
    ending = csamplehost_process_descriptor(child.id)
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
    if ending >= 0 { close(ending) }
  }

  /// Collects what it writes until it ends or must be ended.
  ///
  /// - Returns: `nil` when it was ended because nobody wants it any more.
  consuming func wait() -> CommandResult? {
    #if os(Linux)
      // This thread alone, and only for root, whom no limit keeps from filling a busy machine with
      // processes before anybody counts them.
      if command.processLimit != nil {
        setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, -15)
      }
    #endif
    var verdict: CommandResult.Ending?
    while verdict == nil, !isCancelled, !child.hasEnded {
      let remaining = ContinuousClock.now.duration(to: deadline)
      if remaining <= .zero { verdict = .timedOut }
      // Without a descriptor for the process's end, look again every few milliseconds.
      transfer(
        waiting: ending >= 0
          ? min(
            remaining, command.processLimit == nil ? .seconds(60) : RunningProcess.lookInterval)
          : .milliseconds(5))
      if wroteTooMuch { verdict = .wroteTooMuch }
      if startedTooMany() { verdict = .startedTooMany }
    }
    if verdict != nil || isCancelled, command.isSupervised { letEnd() }
    // Its process number is taken until it is reaped, so this can't hit strangers.
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

  /// Lets the supervisor end whatever has come of the program, which it alone knows.
  private mutating func letEnd() {
    kill(child.id, SIGTERM)
    let end = ContinuousClock.now + RunningProcess.grace
    while !child.hasEnded, .now < end {
      var polls = [pollfd(fd: ending, events: Int16(POLLIN), revents: 0)]
      poll(&polls, 1, ending >= 0 ? 1000 : 5)
    }
  }

  /// Counts the program's processes now and then, and at once when there are suddenly many more in
  /// the system: processes that double have filled it before the next regular count.
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

  /// Takes what is left in the pipes, unless somebody whom nobody knows holds them open.
  private mutating func drain() {
    let end = ContinuousClock.now + RunningProcess.grace
    while isOpen.contains(true), !isCancelled, !wroteTooMuch, .now < end {
      transfer(waiting: ContinuousClock.now.duration(to: end))
    }
  }

  /// Waits until something can be read or the process ends, and reads it.
  private mutating func transfer(waiting: Duration) {
    var polls = zip(pipes, isOpen).map { pipe, isOpen in
      pollfd(fd: isOpen ? pipe : -1, events: Int16(POLLIN), revents: 0)
    }
    polls.append(pollfd(fd: ending, events: Int16(POLLIN), revents: 0))
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
    if index == 0 { tellLines() }
  }

  private mutating func tellLines() {
    guard let onLine, let end = texts[0].lastIndex(of: UInt8(ascii: "\n")), end >= told else {
      return
    }
    let lines = String(decoding: texts[0][told..<end], as: UTF8.self)
    told = end + 1
    for line in lines.split(separator: "\n") { onLine(line) }
  }
}
