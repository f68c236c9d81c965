import DocgenHTTPServer
import Synchronization

/// The chunks of a response, from the task that produces them to the task that sends them.
///
/// The producer waits while too much is unsent, so that a slow client delays only its own response.
final class ChunkStream: Sendable {
  private struct State {
    var chunks: [[UInt8]] = []
    var byteCount = 0
    var isOver = false
    var consumer: CheckedContinuation<[UInt8]?, Never>?
    var producer: CheckedContinuation<Void, Never>?
  }

  /// Changed by both tasks.
  private let state = Mutex(State())
  /// The number of unsent bytes above which the producer waits.
  private static let limit = 1 << 18

  private init() {}

  /// Creates a stream of the chunks that a closure sends; its task is cancelled when nothing reads the
  /// stream any more.
  ///
  /// The task starts when the stream is first read, so the response's header is recorded by the time that a
  /// feed waits for changes.
  static func make(
    _ write: @escaping @Sendable (_ send: ([UInt8]) async -> Void) async -> Void
  ) -> AsyncStream<[UInt8]> {
    let chunks = ChunkStream()
    let producer = Producer {
      await write { await chunks.send($0) }
      chunks.finish()
    }
    return AsyncStream(
      // Deallocating this closure stops the task.
      unfolding: { [producer] in
        producer.start()
        return await chunks.next()
      },
      onCancel: {
        chunks.finish()
        producer.stop()
      })
  }

  /// The task that produces the chunks; deallocating it stops the task.
  private final class Producer: Sendable {
    private let produce: @Sendable () async -> Void
    /// Set by the first reader; read by the thread that stops the task.
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ produce: @escaping @Sendable () async -> Void) { self.produce = produce }

    /// Starts the task, unless it has been started before.
    func start() {
      task.withLock { [produce] task in
        task = task ?? Task(executorPreference: ServingExecutor.shared) { await produce() }
      }
    }

    func stop() { task.withLock { $0 }?.cancel() }

    deinit { stop() }
  }

  private func send(_ chunk: [UInt8]) async {
    let consumer = state.withLock { state -> CheckedContinuation<[UInt8]?, Never>? in
      guard !state.isOver else { return nil }
      if let consumer = state.consumer {
        state.consumer = nil
        return consumer
      }
      state.chunks.append(chunk)
      state.byteCount += chunk.count
      return nil
    }
    if let consumer { return consumer.resume(returning: chunk) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mayGoOn = state.withLock { state in
          if state.isOver || state.byteCount <= Self.limit || Task.isCancelled { return true }
          state.producer = continuation
          return false
        }
        if mayGoOn { continuation.resume() }
      }
    } onCancel: {
      releaseProducer()
    }
  }

  private func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: [UInt8]?? = state.withLock { state in
          if !state.chunks.isEmpty {
            let chunk = state.chunks.removeFirst()
            state.byteCount -= chunk.count
            return .some(chunk)
          }
          if state.isOver { return .some(nil) }
          state.consumer = continuation
          return .none
        }
        if let ready { continuation.resume(returning: ready) }
        if state.withLock({ $0.byteCount <= Self.limit }) { releaseProducer() }
      }
    } onCancel: {
      finish()
    }
  }

  /// Ends the stream; chunks already sent to it can still be read.
  private func finish() {
    let consumer = state.withLock { state in
      state.isOver = true
      defer { state.consumer = nil }
      return state.consumer
    }
    consumer?.resume(returning: nil)
    releaseProducer()
  }

  private func releaseProducer() {
    let producer = state.withLock { state in
      defer { state.producer = nil }
      return state.producer
    }
    producer?.resume()
  }
}
