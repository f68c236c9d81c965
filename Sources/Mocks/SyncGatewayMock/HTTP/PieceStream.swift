import HTTPServer
import Synchronization

/// The pieces of an answer on their way from the task that makes them to the one that sends them.
///
/// Whoever makes them waits while too much is not sent yet, so that a slow client holds up its own
/// answer and nothing else.
final class PieceStream: Sendable {
  private struct State {
    var pieces: [[UInt8]] = []
    var byteCount = 0
    var isOver = false
    var taker: CheckedContinuation<[UInt8]?, Never>?
    var maker: CheckedContinuation<Void, Never>?
  }

  /// Changed by the two tasks.
  private let state = Mutex(State())
  /// With more than this not taken, the maker waits.
  private static let limit = 1 << 18

  private init() {}

  /// A stream of what a closure sends; its task is cancelled when nobody takes it any more.
  ///
  /// The task starts when the stream is first read, so the response's header is recorded by the time that a
  /// feed waits for changes.
  static func make(
    _ write: @escaping @Sendable (_ send: ([UInt8]) async -> Void) async -> Void
  ) -> AsyncStream<[UInt8]> {
    let pieces = PieceStream()
    let maker = Maker {
      await write { await pieces.send($0) }
      pieces.finish()
    }
    return AsyncStream(
      // The task lives no longer than whoever reads this.
      unfolding: { [maker] in
        maker.start()
        return await pieces.next()
      },
      onCancel: {
        pieces.finish()
        maker.stop()
      })
  }

  /// The task that makes the pieces; it ends with the stream.
  private final class Maker: Sendable {
    private let work: @Sendable () async -> Void
    /// Set by the first reader, read by whoever stops it.
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ work: @escaping @Sendable () async -> Void) { self.work = work }

    /// Starts the task, unless it was started before.
    func start() {
      task.withLock { [work] task in
        task = task ?? Task(executorPreference: ServingExecutor.shared) { await work() }
      }
    }

    func stop() { task.withLock { $0 }?.cancel() }

    deinit { stop() }
  }

  private func send(_ piece: [UInt8]) async {
    let taker = state.withLock { state -> CheckedContinuation<[UInt8]?, Never>? in
      guard !state.isOver else { return nil }
      if let taker = state.taker {
        state.taker = nil
        return taker
      }
      state.pieces.append(piece)
      state.byteCount += piece.count
      return nil
    }
    if let taker { return taker.resume(returning: piece) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mayGoOn = state.withLock { state in
          if state.isOver || state.byteCount <= Self.limit || Task.isCancelled { return true }
          state.maker = continuation
          return false
        }
        if mayGoOn { continuation.resume() }
      }
    } onCancel: {
      releaseMaker()
    }
  }

  private func next() async -> [UInt8]? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let ready: [UInt8]?? = state.withLock { state in
          if !state.pieces.isEmpty {
            let piece = state.pieces.removeFirst()
            state.byteCount -= piece.count
            return .some(piece)
          }
          if state.isOver { return .some(nil) }
          state.taker = continuation
          return .none
        }
        if let ready { continuation.resume(returning: ready) }
        if state.withLock({ $0.byteCount <= Self.limit }) { releaseMaker() }
      }
    } onCancel: {
      finish()
    }
  }

  /// No more comes; what is there may still be taken.
  private func finish() {
    let taker = state.withLock { state in
      state.isOver = true
      defer { state.taker = nil }
      return state.taker
    }
    taker?.resume(returning: nil)
    releaseMaker()
  }

  private func releaseMaker() {
    let maker = state.withLock { state in
      defer { state.maker = nil }
      return state.maker
    }
    maker?.resume()
  }
}
