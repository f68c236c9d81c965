import Ground

/// The free ports that a run's servers got, and the numbers that stand for them in its output, so
/// that the output is the same at every run.
struct CanonicalPorts: Sendable, Hashable {
  private var canonical: [String: String] = [:]

  /// The names a loopback address goes by in a URL, percent-encoded in one, and among bash's files.
  private static let prefixes: [[UInt8]] = [
    "127.0.0.1:", "localhost:", "[::1]:", "127.0.0.1%3a", "localhost%3a", "%5b::1%5d%3a",
    "%5b%3a%3a1%5d%3a", "/dev/tcp/127.0.0.1/", "/dev/tcp/localhost/",
  ].map { Array($0.utf8) }

  /// The ports that a run reported.
  init(_ events: [Transcript.Event] = []) {
    for case .port(let actual, let canonical) in events {
      self.canonical[String(actual)] = String(canonical)
    }
  }

  /// Whether no server has reported a port.
  var isEmpty: Bool { canonical.isEmpty }

  /// The number that stands for a server's port; any other word as it is.
  func canonicalPort(_ word: ArraySlice<UInt8>) -> [UInt8] {
    canonical[String(decoding: word, as: UTF8.self)].map { Array($0.utf8) } ?? Array(word)
  }

  /// The same but for some ports.
  func without(_ ports: [String]) -> CanonicalPorts {
    var rest = self
    for port in ports { rest.canonical[port] = nil }
    return rest
  }

  /// A text in which the canonical ports of loopback addresses are those that the servers got.
  func denormalise(_ text: [UInt8]) -> [UInt8] {
    var ports = CanonicalPorts()
    ports.canonical = Dictionary(
      canonical.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return ports.normalise(text)
  }

  /// Options for curl.
  ///
  /// They lead it to the servers under their canonical ports also where a program puts an address
  /// together, so that its text has nothing to be exchanged; and it shows no progress, as on a terminal,
  /// for that is another at each run.
  var curlOptions: String {
    canonical.sorted { $0.value < $1.value }.flatMap { actual, canonical in
      ["127.0.0.1", "localhost", "[::1]"].map { host in
        "connect-to = \"\(host):\(canonical):127.0.0.1:\(actual)\"\n"
      }
    }.joined() + "no-progress-meter\n"
  }

  /// A text in which the ports of loopback addresses are the canonical ones.
  func normalise(_ text: [UInt8]) -> [UInt8] {
    guard !isEmpty else { return text }
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      guard let prefix = CanonicalPorts.prefix(of: text[index...]) else {
        result.append(text[index])
        index += 1
        continue
      }
      let port = text[(index + prefix.count)...].prefix { (0x30...0x39).contains($0) }
      result += text[index..<(index + prefix.count)]
      result += canonicalPort(port)
      index = port.endIndex
    }
    return result
  }

  /// The same for a text in UTF-8.
  func normalise(_ text: String) -> String {
    String(decoding: normalise(Array(text.utf8)), as: UTF8.self)
  }

  private static func prefix(of text: ArraySlice<UInt8>) -> [UInt8]? {
    // 1, l, L, [, % and /: most bytes begin no address.
    guard let first = text.first, [0x31, 0x6C, 0x4C, 0x5B, 0x25, 0x2F].contains(first) else {
      return nil
    }
    return prefixes.first { prefix in
      text.count > prefix.count
        && zip(prefix, text).allSatisfy { $0 == ((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
    }
  }
}
