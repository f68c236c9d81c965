import Dispatch
import Foundation
import Synchronization

/// Runs the tasks of all servers, on other threads than Swift's own for tasks.
///
/// Swift has only as many threads as processors. If a program blocks all of them while it waits for
/// a response, a server in the same process that needs one would never respond.
///
/// Child tasks of a request inherit this executor; an unstructured task (`Task {}`) needs it as its
/// preference.
package final class ServingExecutor: TaskExecutor {
  /// The executor of all servers.
  package static let shared = ServingExecutor()

  /// Dispatch starts more threads when those of the queue are blocked.
  private let queue = DispatchQueue(label: "docgen.servers", attributes: .concurrent)

  /// Runs a job on one of the threads.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs the tasks of a server's requests on its polling thread, until they first suspend.
///
/// Most handlers only read memory; switching to another thread and back would take longer than the
/// handler. After a suspension a task continues on other threads, so that it can't delay the other
/// requests.
final class PollingExecutor: TaskExecutor {
  private struct State {
    /// The jobs to run before the polling thread continues; `nil` while it runs none.
    var jobs: [UnownedJob]?
    var thread: pthread_t?
  }

  /// Locked by the polling thread and by any thread that resumes a task.
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isQueued = state.withLock { state in
      guard let thread = state.thread, pthread_equal(thread, pthread_self()) != 0 else {
        return false
      }
      state.jobs?.append(job)
      return true
    }
    if !isQueued { ServingExecutor.shared.enqueue(ExecutorJob(job)) }
  }

  /// Runs a closure that starts tasks, then the tasks, until all of them have ended or suspended.
  func run<Result>(_ work: () -> Result) -> Result {
    state.withLock { $0 = State(jobs: [], thread: pthread_self()) }
    let result = work()
    while let job = next() { job.runSynchronously(on: asUnownedTaskExecutor()) }
    return result
  }

  /// Returns the next job; after the last one, the polling thread accepts no more.
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
