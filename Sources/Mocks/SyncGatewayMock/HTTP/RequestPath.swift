import DocgenHTTPServer

/// The path of a request as Sync Gateway's router matches it (rest/routing.go).
struct RequestPath {
  /// The path to match: decoded once, or not at all if a name contains an escaped slash.
  let text: String
  /// The parts between slashes.
  let segments: [Substring]
  let endsInSlash: Bool

  init(target: String) {
    let raw = String(
      Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
    let hasEscapes = raw.utf8.contains(UInt8(ascii: "%"))
    text = !hasEscapes || Self.hasEscapedSlash(raw) ? raw : PercentDecoding.decodeSegment(raw)
    segments = text.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    endsInSlash = text.utf8.last == UInt8(ascii: "/")
  }

  /// The path without repeated slashes and dot segments, to which the router redirects; `nil` if it
  /// is this path.
  var cleaned: String? {
    // Almost every path: no empty segments, and none that begins with a dot.
    let isPlain = zip(text.utf8, text.utf8.dropFirst()).allSatisfy { first, second in
      first != UInt8(ascii: "/") || second != UInt8(ascii: "/") && second != UInt8(ascii: ".")
    }
    if isPlain { return nil }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    let isClean =
      parts.dropLast().allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
      && parts.last != "." && parts.last != ".."
    if isClean { return nil }
    var components: [Substring] = []
    for part in parts where !part.isEmpty && part != "." {
      if part == ".." { _ = components.popLast() } else { components.append(part) }
    }
    let path = "/" + components.joined(separator: "/")
    return endsInSlash && path != "/" ? path + "/" : path
  }

  /// Decodes a path variable a second time, as most handlers do (`PathVar`, rest/handler.go).
  ///
  /// A malformed escape makes the value empty.
  static func decodeAgain(_ value: String) -> String {
    guard value.utf8.contains(UInt8(ascii: "%")) else { return value }
    var rest = value.utf8[...]
    while let percent = rest.firstIndex(of: UInt8(ascii: "%")) {
      let digits = rest[percent...].dropFirst().prefix(2)
      let areHex = digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
      guard digits.count == 2, areHex else { return "" }
      rest = rest[percent...].dropFirst(3)
    }
    return PercentDecoding.decodeSegment(value)
  }

  /// Returns whether a document id or user name in the path contains an escaped slash.
  private static func hasEscapedSlash(_ raw: String) -> Bool {
    let parts = raw.dropFirst().split(
      separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let database = parts[0].first, database != "_" else { return false }
    guard let name = parts[1].first, name != "_" || parts[1].hasPrefix("_user/") else {
      return false
    }
    return parts[1].dropFirst().lowercased().contains("%2f")
  }
}
