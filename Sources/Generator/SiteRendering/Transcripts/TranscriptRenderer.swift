import DocgenGround
import DocgenJSON

/// Converts a transcript to the messages that a page shows.
///
/// A request that a server makes because of another is inside that exchange. Everything else stays
/// in order of arrival, except that overlapping requests of one client are sorted, because their
/// order is a race. A request that waits for changes (`GET`) contains the writes that end it.
struct TranscriptRenderer {
  private let exchanges: [Transcript.Exchange]
  /// The exchanges by the number of the request that caused them.
  private let caused: [Int?: [Transcript.Exchange]]
  private let hosts: HostNames

  /// The most lines of a body that a page shows.
  private static let bodyLimit = 24

  /// The visible fields, which concern the program that sent them rather than the protocol.
  private static let visibleFields: Set = [
    "accept", "authorization", "cache-control", "content-type", "cookie", "etag", "host",
    "if-match", "if-none-match", "location", "origin", "set-cookie", "www-authenticate",
  ]

  init(_ transcript: Transcript) {
    exchanges = transcript.exchanges
    caused = Dictionary(grouping: exchanges, by: \.cause)
    hosts = HostNames(transcript)
  }

  /// The messages, each response after its request and the requests that the server made in
  /// between.
  var messages: [HTTPMessage] {
    let numbers = Set(exchanges.map(\.request.number))
    // A cause that isn't in the transcript counts as none.
    return messages(of: exchanges.filter { $0.cause.map(numbers.contains) != true })
  }

  private func messages(of exchanges: [Transcript.Exchange]) -> [HTTPMessage] {
    Self.overlappingGroups(exchanges).flatMap { group -> [HTTPMessage] in
      let sorted = group.sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
      guard let first = sorted.first else { return [] }
      let (request, rest) = (first.request, sorted.dropFirst())
      let contained = request.method == "GET" ? rest.filter { $0.request.method != "GET" } : []
      let following = rest.filter { !contained.contains($0) }
      var messages = [message(request)]
      messages += self.messages(of: caused[request.number] ?? [])
      messages += self.messages(of: contained)
      if let response = first.response { messages.append(message(response, to: request)) }
      return messages + self.messages(of: following)
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

  private func message(_ request: Transcript.Request) -> HTTPMessage {
    let path = Self.label(request.target.prefix { $0 != "?" })
    return HTTPMessage(
      sender: request.client, receiver: request.server, isResponse: false,
      label: "\(request.method) \(hosts.prefix(for: request))\(path)",
      startLine: "\(request.method) \(request.target) HTTP/1.1",
      fields: Self.fields(request.fields), body: Self.body(request.body))
  }

  private func message(
    _ response: Transcript.Response, to request: Transcript.Request
  ) -> HTTPMessage {
    let reason = HTTPMessage.reasonPhrases[response.status].map { " \($0)" } ?? ""
    let line = "\(response.status)\(reason)"
    return HTTPMessage(
      sender: request.server, receiver: request.client, isResponse: true, label: line,
      startLine: "HTTP/1.1 \(line)", fields: Self.fields(response.fields),
      body: request.method == "HEAD" ? "" : Self.body(response.body))
  }

  /// Returns a path, without its middle if it is long.
  private static func label(_ path: Substring) -> String {
    path.count <= 44 ? String(path) : "\(path.prefix(26))…\(path.suffix(14))"
  }

  private static func fields(_ fields: [Transcript.Field]) -> [Transcript.Field] {
    fields.filter { field in
      let name = field.name.lowercased()
      return visibleFields.contains(name) && !(name == "accept" && field.value == "*/*")
    }
  }

  private static func body(_ body: Transcript.Body) -> String {
    switch body {
    case .empty: ""
    case .page: "(a page)"
    case .stream: "(a stream)"
    case .bytes(let count): "(\(count) bytes)"
    case .text(let text): shortened(laidOut(text))
    }
  }

  /// Returns JSON on several lines, and other text unchanged.
  private static func laidOut(_ text: String) -> String {
    guard let first = text.first(where: { !$0.isWhitespace }), first == "{" || first == "[",
      let value = try? JSONParser.parse(Array(text.utf8))
    else { return text }
    return JSONLayout.text(of: value)
  }

  private static func shortened(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > bodyLimit else { return text }
    let rest = lines.count - bodyLimit + 1
    return (lines.prefix(bodyLimit - 1) + ["… (\(rest) more lines)"]).joined(separator: "\n")
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

/// The servers of a transcript that listen on several ports, so that a diagram must show the port.
struct HostNames {
  private var ports: [String: Set<String>] = [:]

  init(_ transcript: Transcript) {
    for exchange in transcript.exchanges {
      guard let port = Self.port(of: exchange.request) else { continue }
      ports[exchange.request.server, default: []].insert(port)
    }
  }

  /// Returns `:4985` if the server listens on several ports, otherwise an empty text.
  func prefix(for request: Transcript.Request) -> String {
    guard let port = Self.port(of: request), (ports[request.server]?.count ?? 0) > 1 else {
      return ""
    }
    return ":\(port)"
  }

  private static func port(of request: Transcript.Request) -> String? {
    let host = request.fields.first { $0.name.lowercased() == "host" }?.value
    return host.flatMap { host in
      host.lastIndex(of: ":").map { String(host[host.index(after: $0)...]) }
    }
  }
}
