import Foundation
import Synchronization

/// Runs the tasks of a server's requests on its polling thread, as far as they get without waiting.
///
/// Most answers need nothing but a look into memory; for them a switch to another thread and back
/// costs more than the answer itself. A task that has waited for something goes on elsewhere, so
/// that it can't hold up the others.
final class PollingExecutor: TaskExecutor {
  private struct State {
    /// The jobs to run before the polling thread goes on; `nil` while it runs none.
    var jobs: [UnownedJob]?
    var thread: pthread_t?
  }

  /// Changed by the polling thread and whichever threads wake tasks.
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isTaken = state.withLock { state in
      guard let thread = state.thread, pthread_equal(thread, pthread_self()) != 0 else {
        return false
      }
      state.jobs?.append(job)
      return true
    }
    if !isTaken { ServingExecutor.shared.enqueue(ExecutorJob(job)) }
  }

  /// Runs work that starts tasks, then the tasks, until all of them are over or wait.
  func run<Result>(_ work: () -> Result) -> Result {
    state.withLock { $0 = State(jobs: [], thread: pthread_self()) }
    let result = work()
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    return result
  }

  /// The next job; with the last one the polling thread stops taking any.
  private func next() -> UnownedJob? {
    state.withLock { state in
      if state.jobs?.isEmpty ?? true {
        state = State()
        return nil
      }
      return state.jobs?.removeFirst()
    }
  }
}
