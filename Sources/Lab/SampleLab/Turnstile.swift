import Foundation
import Synchronization

/// Lets the calls of a run into the servers one at a time, and their answers out, so that it is no
/// matter of luck who comes first.
///
/// Who sends several requests at once has them come in another order at each run, and an answer may
/// overtake the next request. Here each call waits until the run has come to rest: until whatever
/// else it sends meanwhile has come as well. Then one may pass.
final class Turnstile: Sendable {
  /// What decides among calls that have come at once.
  struct Rank: Sendable, Comparable {
    /// A server asks for the sake of a call that is already let in, so it goes first.
    var isServers: Bool
    /// Who asks whom for what.
    var words: [String]

    static func < (left: Rank, right: Rank) -> Bool {
      if left.isServers != right.isServers { return left.isServers }
      return left.words.lexicographicallyPrecedes(right.words)
    }
  }

  fileprivate struct Waiter {
    var rank: Rank
    var call: Int
    var continuation: CheckedContinuation<Void, Never>
  }

  fileprivate struct State {
    /// Who waits to be let in, by when they came.
    var arriving: [Waiter] = []
    /// The answers that wait to be sent.
    var leaving: [Int: CheckedContinuation<Void, Never>] = [:]
    /// The calls that were let in and not answered, in that order.
    var inside: [Int] = []
    /// How many have waited so far.
    var callCount = 0
    /// Whether a thread looks after those who wait.
    var isWatched = false
  }

  /// Changed by the servers' tasks and the watching thread.
  private let state = Mutex(State())
  private let rest: @Sendable (_ callCount: @Sendable () -> Int) -> Void

  /// A turnstile.
  ///
  /// - Parameter rest: returns when the run has come to rest; called on a thread of its own, and
  ///   only while somebody waits. It may ask how many calls and answers have come so far.
  init(rest: @escaping @Sendable (_ callCount: @Sendable () -> Int) -> Void) {
    self.rest = rest
  }

  /// Waits until a call may go in.
  func enter(_ call: Int, _ rank: Rank) async {
    await withCheckedContinuation { continuation in
      park { $0.arriving.append(Waiter(rank: rank, call: call, continuation: continuation)) }
    }
  }

  /// Waits until the answer to a call may go out; at once if no other call is let in.
  func leave(_ call: Int) async {
    let isAlone = state.withLock { state in
      if state.inside == [call] { state.inside = [] }
      return state.inside.isEmpty
    }
    if isAlone { return }
    await withCheckedContinuation { continuation in
      park { $0.leaving[call] = continuation }
    }
  }

  private func park(_ change: (inout State) -> Void) {
    let wasWatched = state.withLock { state in
      change(&state)
      state.callCount += 1
      defer { state.isWatched = true }
      return state.isWatched
    }
    if !wasWatched { Thread.detachNewThread { self.watch() } }
  }

  private func watch() {
    var isNeeded = true
    while isNeeded {
      rest { self.state.withLock { $0.callCount } }
      let next = state.withLock { state in
        let next = state.next()
        isNeeded = !state.arriving.isEmpty || !state.leaving.isEmpty
        state.isWatched = isNeeded
        return next
      }
      next?.resume()
    }
  }
}

extension Turnstile.State {
  /// Takes whoever may pass: answers first, and of those the one that was let in last, as it was
  /// asked within the others.
  fileprivate mutating func next() -> CheckedContinuation<Void, Never>? {
    if let call = inside.last(where: { leaving[$0] != nil }) {
      inside.removeAll { $0 == call }
      return leaving.removeValue(forKey: call)
    }
    let first = arriving.indices.min { arriving[$0].rank < arriving[$1].rank }
    guard let first else { return nil }
    let waiter = arriving.remove(at: first)
    inside.append(waiter.call)
    return waiter.continuation
  }
}
