import Dispatch

/// Runs the tasks of all servers, beside the threads that Swift keeps for tasks.
///
/// Of those there are no more than processors. A program that blocks them all while it waits for an
/// answer would wait for ever if the server in its process needed one too.
///
/// Tasks of a request's own inherit it; one that is begun apart (`Task {}`) has to be given it.
package final class ServingExecutor: TaskExecutor {
  /// The one of all servers.
  package static let shared = ServingExecutor()

  /// Dispatch starts further threads when those of its queues are blocked.
  private let queue = DispatchQueue(label: "docgen.servers", attributes: .concurrent)

  /// Runs a job on one of the threads.
  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
