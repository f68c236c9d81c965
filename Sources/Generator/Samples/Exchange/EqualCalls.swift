import DocModel
import DrawnWords
import JSON

/// Settles whose is which of calls that came at once and that nobody can tell apart.
///
/// Two clients that log in at once ask for the same, and it is a matter of luck who is let in first,
/// and so who gets which code and which session. What they do with it later tells them apart. Here one
/// order of theirs is taken, and the names that the servers gave out are exchanged as if they had been
/// let in by it. It is what could as well have happened, so far as it is shown.
struct EqualCalls {
  typealias Call = HTTPExchange.Call

  /// The calls, in the order in which they were let in.
  private(set) var calls: [Call]
  /// Those of which luck decided who got which answer, or which name that a page shows.
  private(set) var unsettled: [Int] = []
  /// What each call asks and is answered.
  private var words: [(request: MessageWords, answer: MessageWords)] = []
  private var roles = NameRoles([])
  /// The names that a page shows in full.
  private var shown: Set<String> = []

  /// Settles the calls of a run, which are in the order in which they were let in.
  ///
  /// - Parameter known: what a page doesn't show.
  init(settling calls: [HTTPExchange.Call], _ known: KnownSecrets) {
    self.calls = calls
    let rounds = Dictionary(grouping: calls.indices.filter { calls[$0].round != nil }) {
      calls[$0].round ?? 0
    }
    let equals = rounds.filter { $0.value.count > 1 }.sorted { $0.key < $1.key }.map(\.value)
    guard !equals.isEmpty else { return }
    words = calls.map { (MessageWords($0.request), MessageWords($0.answer)) }
    let hosts = HostNames(calls)
    let messages = calls.flatMap { [$0.requestMessage(hosts, known), $0.answerMessage(known)] }
    shown = Set(
      messages.compactMap { $0 }.flatMap { DrawnWords.all(in: $0.text).map(String.init) })
    roles = NameRoles(
      words.map { ($0.request.shape + $0.answer.shape, $0.request.names + $0.answer.names) })
    for calls in equals { settle(calls) }
  }

  /// What calls must have in common to be exchanged.
  private struct Kind: Hashable {
    var shapes: [String]
    var patterns: [Int]
  }

  private func kind(of calls: [Int]) -> Kind {
    let messages = calls.flatMap { [words[$0].request, words[$0].answer] }
    return Kind(
      shapes: messages.map(\.shape),
      patterns: messages.flatMap { [$0.names.count] + $0.pattern })
  }

  private mutating func settle(_ round: [Int]) {
    var kinds: [(kind: Kind, calls: [Int])] = []
    for call in round {
      let kind = kind(of: [call])
      if let index = kinds.firstIndex(where: { $0.kind == kind }) {
        kinds[index].calls.append(call)
      } else {
        kinds.append((kind, [call]))
      }
    }
    let equals = Dictionary(grouping: round) {
      words[$0].request.shape + words[$0].request.names.joined()
    }
    for calls in equals.values where Set(calls.map { words[$0].answer.shape }).count > 1 {
      unsettled += calls.contains { !self.calls[$0].hasOrigin } ? calls : []
    }
    for (_, calls) in kinds where calls.count > 1 {
      if isHidden(calls) {
        exchange(calls)
      } else if calls.contains(where: { !self.calls[$0].hasOrigin }), areUsed(calls) {
        unsettled += calls
      }
    }
  }

  /// Whether anybody asks later by a name that one of the calls got and others didn't.
  private func areUsed(_ places: [Int]) -> Bool {
    let names = places.map { words[$0].answer.names }
    let own = names[0].indices.filter { index in Set(names.map { $0[index] }).count > 1 }
      .flatMap { index in names.map { $0[index] } }
    return words.indices.contains { place in
      !places.contains(place) && !words[place].request.names.allSatisfy { !own.contains($0) }
    }
  }

  /// Whether all that tells calls of one kind apart is hidden on a page, or shortened.
  ///
  /// Who got which id of a document decides the order of lists and what revisions are called, so such
  /// names can't be exchanged: what is shown must have happened.
  private func isHidden(_ places: [Int]) -> Bool {
    let areAlike = haveAlikeInner(places)
    let names = places.map { place in
      ([place] + (areAlike ? inner(of: place) : []))
        .flatMap { words[$0].request.names + words[$0].answer.names }
    }
    return names[0].indices.allSatisfy { index in
      let several = Set(names.map { $0[index] })
      return several.count == 1 || several.isDisjoint(with: shown)
    }
  }

  /// Exchanges calls of one kind.
  private mutating func exchange(_ places: [Int]) {
    let seen = namesSeen(before: places[0])
    let requests = places.map { words[$0].request.names }
    let inner = places.map { self.inner(of: $0) }
    let own = Set(places).union(inner.joined())
    let areAlike = haveAlikeInner(places)
    let given = places.indices.map { index in
      let answers = [places[index]] + (areAlike ? inner[index] : [])
      let names = answers.flatMap { words[$0].request.names + words[$0].answer.names }
      return names.map { requests[index].contains($0) || seen[$0] != nil ? nil : $0 }
    }
    let keys = places.indices.map { index in
      requests[index].map { seen[$0] ?? seen.count + roles[$0] }
        + given[index].map { $0.map { roles[$0] } ?? 0 }
        + given[index].map { $0.map { firstUse(of: $0, outside: own) } ?? 0 }
    }
    let order = places.indices.sorted { left, right in
      keys[left] == keys[right] ? left < right : keys[left].lexicographicallyPrecedes(keys[right])
    }
    guard order != Array(places.indices) else { return }

    var handedOut: [String: String] = [:]
    let arrivals = places.map { (start: calls[$0].start, block: calls[$0].block) }
    for (place, client) in order.enumerated() {
      calls[places[place]].start = arrivals[client].start
      for call in [places[place]] + inner[place] { calls[call].block = arrivals[client].block }
      rename(
        [places[place]] + inner[place], Self.names(from: requests[place], to: requests[client]))
      handedOut.merge(Self.names(from: given[client], to: given[place])) { first, _ in first }
    }
    rename(calls.indices.filter { !own.contains($0) }, handedOut)
    roles.exchange(handedOut)
  }

  private static func names(from old: [String?], to new: [String?]) -> [String: String] {
    var names: [String: String] = [:]
    for case (let old?, let new?) in zip(old, new) { names[old] = new }
    return names
  }

  private mutating func rename(_ indices: [Int], _ names: [String: String]) {
    guard names.contains(where: { $0.key != $0.value }) else { return }
    for index in indices {
      calls[index].request = MessageWords.renamed(calls[index].request, names)
      calls[index].target = calls[index].request["target"]?.string ?? calls[index].target
      calls[index].answer = calls[index].answer.map { MessageWords.renamed($0, names) }
      words[index] = (MessageWords(calls[index].request), MessageWords(calls[index].answer))
    }
  }

  /// The names in the calls before one, by when they occurred first.
  private func namesSeen(before call: Int) -> [String: Int] {
    var seen: [String: Int] = [:]
    for words in words[..<call] {
      for name in words.request.names + words.answer.names where seen[name] == nil {
        seen[name] = seen.count
      }
    }
    return seen
  }

  /// The first call in which a name occurs but for some.
  private func firstUse(of name: String, outside own: Set<Int>) -> Int {
    words.indices.first { index in
      !own.contains(index)
        && (words[index].request.names.contains(name) || words[index].answer.names.contains(name))
    } ?? words.count
  }

  /// Whether servers ask the same for the sake of each, so that those calls are exchanged too.
  private func haveAlikeInner(_ places: [Int]) -> Bool {
    Set(places.map { kind(of: inner(of: $0)) }).count == 1
  }

  /// What servers ask for the sake of a call.
  private func inner(of call: Int) -> [Int] {
    calls.indices.filter { calls[$0].cause == calls[call].number }
      .flatMap { [$0] + inner(of: $0) }
  }
}
