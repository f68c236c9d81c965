import DocgenGround
import DocgenHTTPServer

/// The parts of a multipart body (RFC 2046 5.1).
struct MultipartReader {
  struct Part {
    var headers = HTTPHeaders()
    var body: [UInt8] = []
  }

  private(set) var parts: [Part] = []
  fileprivate static let lineEnd = Array("\r\n".utf8)

  /// Splits a body into its parts; returns `nil` when the closing delimiter is missing.
  init?(_ body: [UInt8], boundary: String) {
    let delimiter = Array("--\(boundary)".utf8)
    guard !boundary.isEmpty, var rest = Self.afterFirst(delimiter, in: body[...]) else {
      return nil
    }
    let next = Self.lineEnd + delimiter
    while !rest.starts(with: Array("--".utf8)) {
      // White space may follow a delimiter, up to the end of its line.
      guard let lineEnd = rest.firstIndexRange(of: Self.lineEnd) else { return nil }
      // The line break belongs to the next part: one without header begins with it.
      let content = rest[lineEnd.lowerBound...]
      guard let end = Self.end(of: content, delimiter: next) else { return nil }
      guard let part = Part(content[..<end.lowerBound].dropFirst(2)) else { return nil }
      parts.append(part)
      rest = content[end.upperBound...]
    }
  }

  /// Returns the range of the next delimiter.
  ///
  /// Only white space or two hyphens may follow it; anything else is other text with the same
  /// beginning.
  private static func end(of content: ArraySlice<UInt8>, delimiter: [UInt8]) -> Range<Int>? {
    var rest = content
    while let found = rest.firstIndexRange(of: delimiter) {
      rest = content[found.upperBound...]
      if rest.first.map({ "\r -\t".utf8.contains($0) }) ?? true { return found }
    }
    return nil
  }

  private static func afterFirst(
    _ delimiter: [UInt8], in body: ArraySlice<UInt8>
  ) -> ArraySlice<UInt8>? {
    if body.starts(with: delimiter) { return body.dropFirst(delimiter.count) }
    return body.firstIndexRange(of: lineEnd + delimiter).map { body[$0.upperBound...] }
  }
}

extension MultipartReader.Part {
  /// Parses the fields up to the empty line, and the body after it.
  fileprivate init?(_ bytes: ArraySlice<UInt8>) {
    var rest = bytes
    while let end = rest.firstIndexRange(of: MultipartReader.lineEnd) {
      let line = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      rest = rest[end.upperBound...]
      if line.isEmpty {
        body = Array(rest)
        return
      }
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers.add(
        String(line[..<colon]),
        value: String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }))
    }
    return nil
  }
}
