import Foundation
import Synchronization

/// Lets the calls of a run into the servers one at a time, and their answers out, so that it is no
/// matter of luck who comes first.
///
/// Who sends several requests at once has them come in another order at each run, and an answer may
/// overtake the next request. Here each call waits until the run has come to rest: until whatever
/// else it sends meanwhile has come as well. Then one may pass.
///
/// Those that nobody can tell apart, as of two clients that log in at once, keep step: all of them are
/// let in before the first is answered, so that none gets ahead of the others.
final class Turnstile: Sendable {
  /// What decides among calls that have come at once.
  struct Rank: Sendable, Comparable {
    /// A server asks for the sake of a call that is already let in, so it goes first.
    var isServers: Bool
    /// Who asks whom for what, as far as it is the same at each run.
    var words: [String]
    /// What decides among calls with the same words: all of it.
    var details: [String] = []
    /// Where it comes from, among calls that are the same in everything.
    var origin = RequestOrigin.unknown

    static func < (left: Rank, right: Rank) -> Bool {
      if left.isServers != right.isServers { return left.isServers }
      if left.words != right.words { return left.words.lexicographicallyPrecedes(right.words) }
      if left.details != right.details {
        return left.details.lexicographicallyPrecedes(right.details)
      }
      return left.origin < right.origin
    }

    /// Whether the two are told apart by details at most.
    func isLike(_ other: Rank) -> Bool { isServers == other.isServers && words == other.words }
  }

  /// What a call gets that is let in.
  struct Pass: Sendable, Hashable {
    /// Which one it is of those that a program sends, from 1.
    var place: Int
    /// What it shares with the calls that keep step with it, and with no others.
    var round: Int
  }

  /// Tells whether a run has come to rest.
  typealias Rest = @Sendable (_ isLonely: Bool, _ callCount: @Sendable () -> Int) -> Bool

  /// Changed by the servers' tasks and the watching thread.
  private let state = Mutex(State())
  private let rest: Rest
  /// Makes a thread of its own for whoever watches, however busy the others are.
  private let watcher = DispatchQueue(label: "docgen.turnstile")

  /// A turnstile.
  ///
  /// - Parameter rest: returns when the run has come to rest, or whether it hasn't after all; called on a
  ///   thread of its own, and only while somebody waits. It is told whether all calls so far came one
  ///   after the other, and may ask how many calls and answers have come.
  init(rest: @escaping Rest) { self.rest = rest }

  /// Waits until a call may go in.
  ///
  /// When its client gives it up meanwhile, its task is cancelled.
  func enter(_ call: Int, _ rank: Rank) async -> Pass {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        park { state in
          state.take(State.Waiter(rank: rank, call: call, continuation: continuation))
          return nil
        }
      }
    } onCancel: {
      state.withLock { $0.giveUp(call) }
    }
  }

  /// Waits until the answer to a call may go out; at once if no other call is let in.
  func leave(_ call: Int) async {
    await withCheckedContinuation { continuation in
      park { state in
        if state.letOut(call) { return { continuation.resume() } }
        state.leaving[call] = continuation
        return nil
      }
    }
  }

  /// Takes note that the answer to a call that has left is told.
  ///
  /// - Parameter isWhole: whether it says all, unlike a stream's beginning.
  /// - Returns: whether it may be sent.
  func told(_ call: Int, isWhole: Bool) -> Bool {
    state.withLock { $0.told(call, isWhole: isWhole) }
  }

  /// Takes note that a program is at its end, and calls `resume` when all answers are told to what it has
  /// asked, but for calls that wait for something else; at once or on another thread.
  ///
  /// - Parameter sendsAnswers: whether those are sent, to a program that is gone.
  func end(sendsAnswers: Bool, _ resume: @escaping @Sendable () -> Void) {
    park { state in
      if state.end(sendsAnswers: sendsAnswers, resume) { return resume }
      return nil
    }
  }

  /// Takes note that luck decides what comes.
  func loseOrder() { state.withLock { $0.loseOrder() } }

  /// Whether luck decided about the calls of a program, as when several came at once and were not let in by
  /// their rank; `true` but once for each program.
  func hasNewlyLostOrder() -> Bool { state.withLock { $0.hasNewlyLostOrder() } }

  /// Whether nobody waits.
  var isIdle: Bool { state.withLock { !$0.isNeeded } }

  /// Counts the calls of the next program anew.
  func programEnded() { state.withLock { $0.programEnded() } }

  /// Changes the state, which may give something to do at once; else someone waits now.
  private func park(_ change: (inout State) -> (() -> Void)?) {
    let (resume, needsWatch) = state.withLock { state -> ((() -> Void)?, Bool) in
      if let resume = change(&state) { return (resume, false) }
      state.callCount += 1
      defer { state.isWatched = true }
      return (nil, !state.isWatched)
    }
    resume?()
    if needsWatch { watcher.async { self.watch() } }
  }

  private func watch() {
    var isNeeded = true
    while isNeeded {
      let isAtRest = rest(state.withLock { $0.isLonely }) { self.state.withLock { $0.callCount } }
      let passing = state.withLock { state in
        let passing = state.next(isAtRest: isAtRest)
        isNeeded = state.isNeeded
        state.isWatched = isNeeded
        return passing
      }
      for resume in passing { resume() }
    }
  }
}
