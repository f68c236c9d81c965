import Ground

/// The servers of a transcript that listen on more than one port, so that a diagram must say which.
struct HostNames {
  private var ports: [String: Set<String>] = [:]

  init(_ transcript: Transcript) {
    for exchange in transcript.exchanges {
      guard let port = Self.port(of: exchange.request) else { continue }
      ports[exchange.request.server, default: []].insert(port)
    }
  }

  /// `:4985` where the server listens on several ports; else nothing.
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
