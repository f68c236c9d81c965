// The streams of C are variables that anybody may set; nobody does.
@preconcurrency import Foundation
import Synchronization

/// The end of a program that has servers in its own process: it returns from its main code, or calls
/// `exit`.
///
/// What it has set going and doesn't wait for is then anywhere: a request on its way, an answer not yet
/// given. So that it is no matter of luck what is told of that, the end is held up until the run has
/// come to rest. To who watches the program it ended when it did: what it prints meanwhile counts no
/// more. Nor does a trap; nothing is waited for after it, for the thread is lost to the others.
enum RunEnd {
  /// What the process does at its end; the process itself, for its forks have none of its threads.
  private static let held = Mutex<(process: pid_t, work: @Sendable () -> Void)?>(nil)
  /// A pipe through which is said that the end need not wait any more; `nil` with too many files.
  ///
  /// Never closed, for who says so may be late.
  private static let word: (reading: Int32, writing: Int32)? = {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    return (ends[0], ends[1])
  }()

  /// Has the process do something before it ends; only the first is taken.
  static func hold(_ work: @escaping @Sendable () -> Void) {
    held.withLock { held in
      guard held == nil else { return }
      held = (getpid(), work)
      atexit { RunEnd.come() }
    }
  }

  private static func come() {
    guard let held = held.withLock({ $0 }), held.process == getpid() else { return }
    let handlers = park()
    let outputs = [(stdout, STDOUT_FILENO), (stderr, STDERR_FILENO)].map(mute)
    held.work()
    for unmute in outputs { unmute() }
    for (number, var handler) in handlers { sigaction(number, &handler, nil) }
  }

  /// Waits until something is done, or a thread traps at the end of a run.
  ///
  /// - Parameters:
  ///   - limit: for how long at most; a program that has used up its threads has none for others.
  ///   - begin: is given what says that it is done, on any thread.
  /// - Returns: whether it came to that.
  static func wait(limit: Duration, for begin: (@escaping @Sendable () -> Void) -> Void) -> Bool {
    guard let word else { return false }
    var byte: UInt8 = 0
    while read(word.reading, &byte, 1) == 1 {}
    begin(done)
    let end = ContinuousClock.now + limit
    var look = pollfd(fd: word.reading, events: Int16(POLLIN), revents: 0)
    var found: Int32 = 0
    repeat {
      let rest = max(.zero, end - .now)
      found = poll(&look, 1, Int32(rest / .milliseconds(1)))
    } while found < 0 && errno == EINTR
    return found > 0
  }

  /// Safe in a signal's handler.
  private static func done() {
    if let word { write(word.writing, "!", 1) }
  }

  /// Leads an output nowhere; gives what leads it back.
  private static func mute(_ file: UnsafeMutablePointer<FILE>?, _ descriptor: Int32) -> () -> Void {
    fflush(file)
    let kept = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { close(nowhere) }
    guard kept >= 0, nowhere >= 0, dup2(nowhere, descriptor) == descriptor else { return {} }
    return {
      fflush(file)
      dup2(kept, descriptor)
      close(kept)
    }
  }

  /// Has threads that trap stand still; gives what the signals did before.
  private static func park() -> [(Int32, sigaction)] {
    [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT].map { number in
      var handler = sigaction()
      sigaction(number, nil, &handler)
      signal(number) { _ in
        RunEnd.done()
        while true { pause() }
      }
      return (number, handler)
    }
  }
}
