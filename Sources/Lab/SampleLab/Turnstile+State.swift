extension Turnstile {
  /// Who waits at a turnstile, and who is let in.
  struct State {
    /// A call that waits to be let in.
    struct Waiter {
      var rank: Rank
      var call: Int
      var continuation: CheckedContinuation<Pass, Never>
      /// What it shares with those that keep step with it.
      var round = 0
      /// What it shares with those that may have come at once with it; later ones have a greater number.
      var wave = 0
    }

    /// A call that was let in.
    struct Guest {
      var call: Int
      var isServers: Bool
    }

    /// How many it has let in.
    private var passed = 0
    /// Whether calls have come while others were waiting or let in.
    private var hasHadCompany = false
    /// Whether the last was let in, or answered, though the run hadn't come to rest.
    private var isHurried = false
    /// Whether several came at once and luck decided who was first; `nil` when that has been told.
    private var hasLostOrder: Bool? = false
    /// Who waits to be let in, by when they came.
    private var arriving: [Waiter] = []
    /// Of those, the ones that go in before any answer goes out, as they keep step with the last.
    private var keepingStep: [Waiter] = []
    /// The answers that wait to be sent.
    var leaving: [Int: CheckedContinuation<Void, Never>] = [:]
    /// The calls that were let in and not answered, in that order.
    private var inside: [Guest] = []
    /// Who has left, and whose answer isn't told yet.
    private var untold: [Guest] = []
    /// What a program's end does that waits until nobody else does.
    private var ending: (() -> Void)?
    /// How many may still be let in before it.
    private var placesBeforeEnd = 0
    /// Whether answers are sent to programs.
    private var sendsAnswers = true
    /// How many times someone has given up a call that waited.
    private var wave = 0
    /// How many times calls were let in that keep step.
    private var round = 0
    /// How many have waited so far.
    var callCount = 0
    /// Whether a thread looks after those who wait.
    var isWatched = false

    /// Begins to count anew.
    mutating func programEnded() {
      (passed, hasHadCompany) = (0, false)
      (ending, sendsAnswers) = (nil, true)
      (isHurried, hasLostOrder) = (false, false)
    }

    /// Whether all calls so far came one after the other, and these were many.
    var isLonely: Bool { !hasHadCompany && passed >= Self.lonelyCount }
    private static let lonelyCount = 100

    /// Takes note of a program's end, which comes after whatever waits or is let in.
    ///
    /// Who asks on and on without waiting for answers would never let it come, so it waits for so many
    /// and no more.
    ///
    /// - Returns: whether it comes at once.
    mutating func end(sendsAnswers: Bool, _ resume: @escaping () -> Void) -> Bool {
      self.sendsAnswers = sendsAnswers
      guard isNeeded || !inside.isEmpty || !untold.isEmpty else { return true }
      // Whether they came before the end or not at all is luck.
      if (arriving + keepingStep).contains(where: { !$0.rank.isServers }) { loseOrder() }
      (ending, placesBeforeEnd) = (resume, Self.mostBeforeEnd)
      return false
    }
    private static let mostBeforeEnd = 100

    /// Takes note that an answer is told.
    ///
    /// - Returns: whether it may be sent.
    mutating func told(_ call: Int, isWhole: Bool) -> Bool {
      guard let index = untold.firstIndex(where: { $0.call == call }) else { return sendsAnswers }
      let guest = untold.remove(at: index)
      if guest.isServers { return true }
      // A little later the program would not have got it, or a little earlier something else after it.
      if ending != nil, isWhole { loseOrder() }
      return sendsAnswers
    }

    /// Takes note that luck decides.
    mutating func loseOrder() { if hasLostOrder == false { hasLostOrder = true } }

    /// Whether order was lost; `true` but once for each program.
    mutating func hasNewlyLostOrder() -> Bool {
      guard hasLostOrder == true else { return false }
      hasLostOrder = nil
      return true
    }

    /// Takes a call that has come.
    mutating func take(_ waiter: Waiter) {
      let hasGuests = !arriving.isEmpty || !keepingStep.isEmpty || !inside.isEmpty
      if !waiter.rank.isServers, hasGuests {
        hasHadCompany = true
        if isHurried { loseOrder() }
      }
      var waiter = waiter
      waiter.wave = wave
      arriving.append(waiter)
    }

    /// Takes note that a call's client has given it up, if it still waits: the client goes on, and what
    /// comes now comes after it.
    ///
    /// When it gives up is a matter of time, so what is here already came before or after that by luck, and so
    /// did the call itself.
    mutating func giveUp(_ call: Int) {
      let waiting = (arriving + keepingStep).map(\.call)
      guard waiting.contains(call) else { return }
      wave += 1
      loseOrder()
    }

    /// Whether nobody else is let in, and nobody keeps step with this call.
    private func isAlone(_ call: Int) -> Bool {
      keepingStep.isEmpty && inside.map(\.call) == [call]
    }

    /// Takes a call for gone whose answer need not wait.
    ///
    /// - Returns: whether that is so.
    mutating func letOut(_ call: Int) -> Bool {
      guard isAlone(call) else { return false }
      untold += inside
      inside = []
      return true
    }

    /// Whether someone waits.
    var isNeeded: Bool {
      !arriving.isEmpty || !keepingStep.isEmpty || !leaving.isEmpty || ending != nil
    }

    /// Takes whoever may pass.
    ///
    /// - Parameter isAtRest: whether the run has come to rest, so that all are here who come at once.
    mutating func next(isAtRest: Bool) -> [() -> Void] {
      isHurried = !isAtRest
      // What a server asks belongs to a call that is counted already.
      let present = (arriving + keepingStep).map(\.rank.isServers) + inside.map(\.isServers)
      if isHurried, present.count(where: { !$0 }) > 1 { loseOrder() }
      if ending != nil, placesBeforeEnd == 0 {
        loseOrder()
        return comeToEnd().map { [$0] } ?? []
      }
      return (nextOne() ?? comeToEnd()).map { [$0] } ?? []
    }

    /// What is let in and not yet answered is so whatever the program's end is waited for, as a wait for
    /// changes is, unless the run hasn't come to rest.
    private mutating func comeToEnd() -> (() -> Void)? {
      if ending != nil, isHurried, !(inside + untold).isEmpty { loseOrder() }
      defer { ending = nil }
      return ending
    }

    /// What a server asks and is answered goes first, then who keeps step, then the answers: that of
    /// the call that was let in last, as it was asked within the others.
    private mutating func nextOne() -> (() -> Void)? {
      if arriving.contains(where: \.rank.isServers) { return beginRound() }
      if let answer = answer(where: \.isServers) { return answer }
      if !keepingStep.isEmpty { return letIn(keepingStep.removeFirst()) }
      return answer { _ in true } ?? beginRound()
    }

    private mutating func answer(where isMeant: (Guest) -> Bool) -> (() -> Void)? {
      let index = inside.lastIndex { isMeant($0) && leaving[$0.call] != nil }
      guard let index, let answer = leaving.removeValue(forKey: inside[index].call) else {
        return nil
      }
      untold.append(inside.remove(at: index))
      return { answer.resume() }
    }

    private mutating func beginRound() -> (() -> Void)? {
      let servers = arriving.filter(\.rank.isServers)
      let wave = arriving.map(\.wave).min()
      let foremost = servers.isEmpty ? arriving.filter { $0.wave == wave } : servers
      guard let first = foremost.min(by: { $0.rank < $1.rank }) else { return nil }
      round += 1
      var like = foremost.filter { $0.rank.isLike(first.rank) }.sorted { $0.rank < $1.rank }
      for index in like.indices { like[index].round = round }
      let calls = Set(like.map(\.call))
      arriving.removeAll { calls.contains($0.call) }
      keepingStep = like + keepingStep
      return letIn(keepingStep.removeFirst())
    }

    private mutating func letIn(_ waiter: Waiter) -> () -> Void {
      inside.append(Guest(call: waiter.call, isServers: waiter.rank.isServers))
      passed += 1
      placesBeforeEnd = max(0, placesBeforeEnd - 1)
      let pass = Pass(place: passed, round: waiter.round)
      return { waiter.continuation.resume(returning: pass) }
    }
  }
}
