import Dispatch

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
