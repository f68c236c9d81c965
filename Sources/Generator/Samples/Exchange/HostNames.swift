/// The servers that are asked on more than one port, so that a diagram must tell which.
struct HostNames {
  private var ports: [String: Set<String>] = [:]

  init(_ calls: [HTTPExchange.Call]) {
    for call in calls {
      if let port = Self.port(of: call) { ports[call.receiver, default: []].insert(port) }
    }
  }

  /// `:4985` where the server listens on several ports; else nothing.
  func prefix(for call: HTTPExchange.Call) -> String {
    guard let port = Self.port(of: call), (ports[call.receiver]?.count ?? 0) > 1 else { return "" }
    return ":\(port)"
  }

  private static func port(of call: HTTPExchange.Call) -> String? {
    call.field("host").flatMap { host in
      host.lastIndex(of: ":").map { String(host[host.index(after: $0)...]) }
    }
  }
}
