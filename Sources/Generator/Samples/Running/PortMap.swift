import DocgenGround

/// The actual ports of a run's servers, and the ports that readers see instead.
struct PortMap: Sendable, Hashable {
  private var canonical: [String: String] = [:]

  /// Creates a map from the ports that a run reported.
  init(_ events: [Transcript.Event] = []) {
    for case .port(let actual, let canonical) in events {
      self.canonical[String(actual)] = String(canonical)
    }
  }

  /// Whether no server has reported a port.
  var isEmpty: Bool { canonical.isEmpty }

  /// The port that readers see instead of another; `nil` for other ports.
  subscript(port: ArraySlice<UInt8>) -> [UInt8]? {
    canonical[String(decoding: port, as: UTF8.self)].map { Array($0.utf8) }
  }

  /// Returns the map without some ports.
  func without(_ ports: [String]) -> PortMap {
    var rest = self
    for port in ports { rest.canonical[port] = nil }
    return rest
  }

  /// The map from the ports that readers see to the actual ones.
  var inverse: PortMap {
    var inverse = PortMap()
    inverse.canonical = Dictionary(
      canonical.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return inverse
  }

  /// Options that connect curl to the servers at the ports that readers see, even in composed
  /// addresses, that hide its progress, which differs between runs, and that show errors in spite
  /// of `-s`.
  var curlOptions: String {
    canonical.sorted { $0.value < $1.value }.flatMap { actual, canonical in
      ["127.0.0.1", "localhost", "[::1]"].map { host in
        "connect-to = \"\(host):\(canonical):127.0.0.1:\(actual)\"\n"
      }
    }.joined() + "no-progress-meter\nshow-error\n"
  }
}
