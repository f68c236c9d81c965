import DocgenGround
import DocgenJSON

/// Converts a transcript to the messages that a page shows.
struct TranscriptRenderer {
  private let tree: ExchangeTree
  private let hosts: HostNames

  /// The most lines of a body that a page shows.
  private static let bodyLimit = 24

  /// The visible fields, which concern the program that sent them rather than the protocol.
  private static let visibleFields: Set = [
    "accept", "authorization", "cache-control", "content-type", "cookie", "etag", "host",
    "if-match", "if-none-match", "location", "origin", "set-cookie", "www-authenticate",
  ]

  init(_ transcript: Transcript) {
    tree = ExchangeTree(transcript)
    hosts = HostNames(transcript)
  }

  /// The messages, each response after its request and the requests that the server made in
  /// between.
  var messages: [HTTPMessage] { tree.roots.flatMap { messages(of: $0) } }

  private func messages(of node: ExchangeTree.Node) -> [HTTPMessage] {
    let request = node.exchange.request
    var messages = [message(request)]
    for inner in node.inner { messages += self.messages(of: inner) }
    if let response = node.exchange.response { messages.append(message(response, to: request)) }
    return messages
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
