import DocgenGround

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
