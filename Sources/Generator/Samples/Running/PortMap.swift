import Ground

/// The free ports that a run's servers got, and the ports that readers see in their place.
struct PortMap: Sendable, Hashable {
  private var canonical: [String: String] = [:]

  /// The ports that a run reported.
  init(_ events: [Transcript.Event] = []) {
    for case .port(let actual, let canonical) in events {
      self.canonical[String(actual)] = String(canonical)
    }
  }

  /// Whether no server has reported a port.
  var isEmpty: Bool { canonical.isEmpty }

  /// The port that readers see in place of another; `nil` for a port of no server.
  subscript(port: ArraySlice<UInt8>) -> [UInt8]? {
    canonical[String(decoding: port, as: UTF8.self)].map { Array($0.utf8) }
  }

  /// The ports but for some.
  func without(_ ports: [String]) -> PortMap {
    var rest = self
    for port in ports { rest.canonical[port] = nil }
    return rest
  }

  /// From the ports that readers see to those that the servers got.
  var inverse: PortMap {
    var inverse = PortMap()
    inverse.canonical = Dictionary(
      canonical.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return inverse
  }

  /// Options that lead curl to the servers under the ports that readers see, also where a program composes
  /// an address, and that hide its progress, which differs between runs.
  var curlOptions: String {
    canonical.sorted { $0.value < $1.value }.flatMap { actual, canonical in
      ["127.0.0.1", "localhost", "[::1]"].map { host in
        "connect-to = \"\(host):\(canonical):127.0.0.1:\(actual)\"\n"
      }
    }.joined() + "no-progress-meter\n"
  }
}
