import DocgenGround

/// Replaces texts that differ in every run without a meaning: the servers' ports, the folders of
/// the run, and others such as memory addresses.
struct OutputNormalizer: Sendable {
  private let ports: PortMap
  /// The ports to replace even as separate numbers.
  let lonePorts: PortMap
  /// Whether every such number is a port, because the program asks an address for its port.
  let asksForPorts: Bool
  private let program: String
  private let module: String?
  private let folders: [(path: [UInt8], name: [UInt8])]
  private let firstBytes: Set<UInt8>

  /// The forms of a loopback address in a URL, percent-encoded in one, and in bash's files.
  private static let hosts: [[UInt8]] = [
    "127.0.0.1:", "localhost:", "[::1]:", "127.0.0.1%3a", "localhost%3a", "%5b::1%5d%3a",
    "%5b%3a%3a1%5d%3a", "/dev/tcp/127.0.0.1/", "/dev/tcp/localhost/",
  ].map { Array($0.utf8) }

  /// The forms of a slash: plain, in JSON by Foundation, in JSON within JSON, and percent-encoded.
  private static let slashes = ["/", "\\/", "\\\\/", "%2F", "%2f"]

  /// Creates a normalizer for one run.
  ///
  /// - Parameters:
  ///   - ports: the ports of its servers.
  ///   - folders: absolute paths with the names that readers see, inner folders first.
  ///   - program: the program's text; the numbers in it stay.
  ///   - module: the name of its module, which readers know as `main`.
  init(
    ports: PortMap, folders: [(path: String, name: String)], program: String, module: String? = nil
  ) {
    self.module = module
    self.ports = ports
    self.program = program
    let numbers = program.split { !$0.isASCII || !$0.isNumber }.map(String.init)
    lonePorts = ports.without(numbers)
    asksForPorts = program.contains(/[._]port\b/.wordBoundaryKind(.simple))
    self.folders = Self.slashes.flatMap { slash in
      folders.map { path, name in
        (Array(path.replacing("/", with: slash).utf8), Array(name.replacing("/", with: slash).utf8))
      }
    }
    // 1, l, L and [ begin hosts; %, / and \ hosts or folders.
    firstBytes = [0x31, 0x6C, 0x4C, 0x5B, 0x25, 0x2F, 0x5C]
  }

  /// Returns output as readers see it, with invalid bytes replaced.
  func output(_ bytes: [UInt8]) -> String {
    var text = String(decoding: normalized(bytes, replacesLonePorts: true), as: UTF8.self)
    if let module, text.contains(bytesOf: module) {
      text = text.replacing("\(module).", with: "main.")
    }
    return Self.replacingVolatileTexts(in: text, of: program)
  }

  /// Returns output as readers see it.
  func output(_ text: String) -> String { output(Array(text.utf8)) }

  /// Returns a text with normalized folders and ports of loopback addresses; other numbers stay.
  func addresses(_ text: String) -> String {
    String(decoding: normalized(Array(text.utf8), replacesLonePorts: false), as: UTF8.self)
  }

  /// Returns the events of the run as readers see them.
  func events(_ events: [Transcript.Event]) -> [Transcript.Event] {
    events.map { $0.mapTexts(addresses) }
  }

  private func normalized(_ text: [UInt8], replacesLonePorts: Bool) -> [UInt8] {
    let replacesLonePorts = replacesLonePorts && !lonePorts.isEmpty
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if firstBytes.contains(text[index]), let found = addressOrFolder(text[index...]) {
        result += found.replacement
        index = found.end
      } else if replacesLonePorts, let found = lonePort(in: text, at: index) {
        result += found.replacement
        index = found.end
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }

  private func addressOrFolder(_ text: ArraySlice<UInt8>) -> (replacement: [UInt8], end: Int)? {
    if let host = Self.hosts.first(where: { Self.begins(text, with: $0) }) {
      let end = text.startIndex + host.count
      let port = text[end...].prefix { (0x30...0x39).contains($0) }
      return (Array(text[..<end]) + (ports[port] ?? otherPort(port)), port.endIndex)
    }
    let folder = folders.first { text.starts(with: $0.path) }
    return folder.map { ($0.name, text.startIndex + $0.path.count) }
  }

  /// Returns a port that isn't the servers': `…` if the system chose it, as for a browser's
  /// redirect to a loopback address (RFC 8252 7.3).
  private func otherPort(_ digits: ArraySlice<UInt8>) -> [UInt8] {
    let text = String(decoding: digits, as: UTF8.self)
    // Linux's ephemeral ports; those of the program's own text stay.
    guard let port = UInt16(text), (32_768...60_999).contains(port), !program.contains(text) else {
      return Array(digits)
    }
    return Array("…".utf8)
  }

  /// Whether a text begins with another, ignoring case.
  private static func begins(_ text: ArraySlice<UInt8>, with prefix: [UInt8]) -> Bool {
    text.count > prefix.count
      && zip(prefix, text).allSatisfy { $0 == ((0x41...0x5A).contains($1) ? $1 | 0x20 : $1) }
  }
}
