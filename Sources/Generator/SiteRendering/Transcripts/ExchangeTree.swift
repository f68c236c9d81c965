import DocgenGround

/// The exchanges of a transcript in the order that a page shows.
///
/// A request that a server makes because of another is inside that exchange. Everything else stays
/// in order of arrival, except that overlapping requests of one client are sorted, because their
/// order is a race. A request that waits for changes (`GET`) contains the writes that end it.
struct ExchangeTree {
  /// An exchange with those inside it.
  struct Node {
    var exchange: Transcript.Exchange
    var inner: [Node]
  }

  /// The outermost exchanges.
  let roots: [Node]

  init(_ transcript: Transcript) {
    let children = Dictionary(grouping: transcript.exchanges, by: \.cause)
    let numbers = Set(transcript.exchanges.map(\.request.number))
    // A cause that isn't in the transcript counts as none.
    let outer = transcript.exchanges.filter { $0.cause.map(numbers.contains) != true }
    roots = Self.nodes(outer, children: children)
  }

  private static func nodes(
    _ exchanges: [Transcript.Exchange], children: [Int?: [Transcript.Exchange]]
  ) -> [Node] {
    overlappingGroups(exchanges).flatMap { group -> [Node] in
      let sorted = group.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
      guard let first = sorted.first else { return [] }
      let rest = sorted.dropFirst()
      let contained =
        first.request.method == "GET" ? rest.filter { $0.request.method != "GET" } : []
      let following = rest.filter { !contained.contains($0) }
      let caused = nodes(children[first.request.number] ?? [], children: children)
      return [Node(exchange: first, inner: caused + nodes(contained, children: children))]
        + nodes(following, children: children)
    }
  }

  /// Returns groups of exchanges, each without a time at which none was running.
  private static func overlappingGroups(
    _ exchanges: [Transcript.Exchange]
  ) -> [[Transcript.Exchange]] {
    var groups: [[Transcript.Exchange]] = []
    var end = Int.min
    for exchange in exchanges.sorted(by: { $0.start < $1.start }) {
      if exchange.start > end { groups.append([]) }
      groups[groups.count - 1].append(exchange)
      end = max(end, exchange.end ?? exchange.start)
    }
    return groups
  }
}

extension Transcript.Exchange {
  /// The sort key of overlapping requests.
  fileprivate var sortKey: [String] {
    var body = ""
    if case .text(let text) = request.body { body = text }
    return [request.client, request.method, request.target, body]
  }
}
