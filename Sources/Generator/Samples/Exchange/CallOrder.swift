import JSON

/// Puts the calls of a run into a tree whose order does not depend on who was faster.
///
/// What a server asks others while it is asked itself lies inside that call. Of calls of one client
/// that overlap in time, the order in which they came is a matter of luck: the one whose method and
/// target come first is taken for the first. What a server turned to before it was done with that one lies
/// inside it, so that a wait for changes (`GET`) holds the change that ends it (`PUT`); the others follow.
struct CallOrder {
  /// A call with what lies inside it.
  struct Node {
    /// The call's index.
    var call: Int
    /// What lies inside, in order.
    var inner: [Node]
  }

  /// The calls that lie in no other.
  let roots: [Node]

  init(_ calls: [HTTPExchange.Call]) {
    var children: [Int?: [Int]] = [:]
    for (index, call) in calls.enumerated() {
      let cause = call.cause.flatMap { cause in calls.firstIndex { $0.number == cause } }
      children[cause, default: []].append(index)
    }
    roots = Self.nodes(children[nil] ?? [], calls, children)
  }

  private static func nodes(
    _ indices: [Int], _ calls: [HTTPExchange.Call], _ children: [Int?: [Int]]
  ) -> [Node] {
    // Stretches of time without a gap, each with the calls that share it.
    var stretches: [[Int]] = []
    var end = Int.min
    for index in indices.sorted(by: { calls[$0].start < calls[$1].start }) {
      if calls[index].start > end { stretches.append([]) }
      stretches[stretches.count - 1].append(index)
      end = max(end, calls[index].end)
    }
    return stretches.flatMap { stretch -> [Node] in
      guard let outer = stretch.min(by: { key(calls[$0]) < key(calls[$1]) }) else { return [] }
      var before: [Int] = []
      var inside: [Int] = []
      var after: [Int] = []
      for index in stretch where index != outer {
        if calls[index].end < calls[outer].start {
          before.append(index)
        } else if calls[index].start > calls[outer].end
          || calls[index].isHandledApart(from: calls[outer])
        {
          after.append(index)
        } else {
          inside.append(index)
        }
      }
      let own = nodes(children[outer] ?? [], calls, children)
      let node = Node(call: outer, inner: own + nodes(inside, calls, children))
      return nodes(before, calls, children) + [node] + nodes(after, calls, children)
    }
  }

  private static func key(_ call: HTTPExchange.Call) -> (String, String, String, Int) {
    // Without what is drawn anew, which would be another order at each run.
    var shortening = SecretShortening()
    let target = call.method + " " + shortening.target(call.target)
    return (
      call.sender, target, shortening.drawnNames(call.request["body"]?.string ?? ""),
      call.taken
    )
  }
}

extension HTTPExchange.Call {
  /// Whether a server was done with one of two calls before it turned to the other.
  ///
  /// Of a stream only its beginning is known.
  fileprivate func isHandledApart(from other: HTTPExchange.Call) -> Bool {
    if isStream || other.isStream { return false }
    return end < other.taken || other.end < taken
  }

  private var isStream: Bool { answer?["isStream"]?.bool == true }
}
