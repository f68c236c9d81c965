import Foundation
import JOSE
import Synchronization

/// The end of a program that has servers in its own process: it returns from its main code, or calls
/// `exit`.
///
/// What it has set going and doesn't wait for is then anywhere: a request on its way, an answer not yet
/// given. So that it is no matter of luck what is told of that, the servers bring to an end what they
/// have before them. The program gets no more answers, so it does nothing that it wouldn't have done.
enum RunEnd {
  /// What the process does at its end; the process itself, for its forks have none of its threads.
  private static let held = Mutex<(process: pid_t, work: @Sendable () -> Void)?>(nil)

  /// Has the process do something before it ends; only the first is taken.
  static func hold(_ work: @escaping @Sendable () -> Void) {
    held.withLock { held in
      guard held == nil else { return }
      held = (getpid(), work)
      CryptographyLibrary.outliveExit()
      atexit { RunEnd.come() }
    }
  }

  private static func come() {
    guard let held = held.withLock({ $0 }), held.process == getpid() else { return }
    held.work()
  }
}
