/// Highlights HTTP messages: one or more requests or responses, as in guides.
///
/// Each message has a start line, fields, an empty line and a body in the language of its
/// `Content-Type`.
struct HTTPMessageHighlighter {
  typealias BodyHighlighter = (_ body: String, _ mediaType: String) throws(EngineError) ->
    MarkedCode

  private enum Section { case start, head, body }

  private let code: [UInt8]
  private var marked: MarkedCode
  private var section = Section.start
  private var mediaType = ""
  private var bodyStart = 0

  init(code: String) {
    self.code = Array(code.utf8)
    marked = MarkedCode(code: code)
  }

  /// Returns the highlighted block; `body` highlights the body of each message.
  consuming func highlight(_ body: BodyHighlighter) throws(EngineError) -> MarkedCode {
    var start = 0
    for line in code.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      try highlight(line, at: start, body: body)
      start += line.count + 1
    }
    try finishBody(at: code.count, body: body)
    return marked
  }

  private mutating func highlight(
    _ line: ArraySlice<UInt8>, at start: Int, body: BodyHighlighter
  ) throws(EngineError) {
    let parts = LineParts(line)
    if parts.isStartLine {
      try finishBody(at: start, body: body)
      highlightStartLine(parts)
      (section, mediaType) = (.head, "")
    } else if section == .head, parts.isBlank {
      (section, bodyStart) = (.body, min(start + line.count + 1, code.count))
    } else if section != .body {
      highlightField(line)
    }
  }

  private mutating func highlightStartLine(_ parts: LineParts) {
    for range in parts.ranges {
      let text = parts.text(range)
      switch true {
      case text.hasPrefix("HTTP/"): marked.mark(range, as: .keyword)
      case range == parts.ranges.first: marked.mark(range, as: .function)
      case parts.isResponse: marked.mark(range, as: parts.isStatus(range) ? .number : .string)
      default: marked.mark(range, as: .url)
      }
    }
  }

  /// Highlights `Name: value`; a line that continues the previous value has no name.
  private mutating func highlightField(_ line: ArraySlice<UInt8>) {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[..<colon].allSatisfy({ $0.isFieldNameByte })
    else { return marked.mark(line.indices, as: .string) }
    marked.mark(line.startIndex..<colon, as: .property)
    marked.mark(colon..<colon + 1, as: .symbol)
    marked.mark(colon + 1..<line.endIndex, as: .string)
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    if name == "content-type" {
      mediaType = String(decoding: line[(colon + 1)...], as: UTF8.self).lowercased()
    }
  }

  private mutating func finishBody(at end: Int, body: BodyHighlighter) throws(EngineError) {
    guard section == .body, bodyStart < end else { return }
    section = .start
    let text = String(decoding: code[bodyStart..<end], as: UTF8.self)
    let inner = try body(text, mediaType.isEmpty ? Self.guessedMediaType(of: text) : mediaType)
    for (offset, kind) in inner.kinds.enumerated() where kind != .plain {
      marked.mark(bodyStart + offset..<bodyStart + offset + 1, as: kind)
    }
  }

  /// Guides often omit `Content-Type`; a body that looks like JSON or HTML is highlighted as such.
  private static func guessedMediaType(of body: String) -> String {
    switch body.first(where: { !$0.isWhitespace }) {
    case "{", "[": "application/json"
    case "<": "text/html"
    default: ""
    }
  }
}

/// The parts of a line between spaces and tabs, with their ranges in the block.
private struct LineParts {
  let line: ArraySlice<UInt8>
  let ranges: [Range<Int>]

  init(_ line: ArraySlice<UInt8>) {
    self.line = line
    ranges = line.split(whereSeparator: { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") })
      .map(\.indices)
  }

  var isBlank: Bool { ranges.isEmpty || ranges.map(text) == ["\r"] }

  /// `HTTP/1.1 200 OK`.
  var isResponse: Bool { ranges.first.map { text($0).hasPrefix("HTTP/") } ?? false }

  /// `GET /path`, with or without a version: a method in capitals, then a target.
  var isStartLine: Bool {
    guard !isResponse else { return true }
    guard ranges.count == 2 || ranges.count == 3, ranges[0].lowerBound == line.startIndex else {
      return false
    }
    guard ranges.count == 2 || text(ranges[2]).hasPrefix("HTTP/") else { return false }
    return Self.methods.contains(text(ranges[0]))
  }

  func isStatus(_ range: Range<Int>) -> Bool { ranges.dropFirst().first == range }

  func text(_ range: Range<Int>) -> String { String(decoding: line[range], as: UTF8.self) }

  /// RFC 9110 section 9.3, and PATCH of RFC 5789.
  private static let methods: Set<String> = [
    "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH",
  ]
}

extension UInt8 {
  /// Whether the byte may be in a field name: RFC 9110 section 5.6.2.
  fileprivate var isFieldNameByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
