/// A parser for multipart bodies (RFC 2046 5.1), as in responses of `_bulk_get`.
struct MultipartReader {
  /// One part.
  struct Part {
    /// The header fields, with lower-case names.
    let headers: [String: String]
    let body: ArraySlice<UInt8>

    /// `Content-Type` without its parameters, in lower case.
    var mediaType: String {
      (headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
        .filter { $0 != " " }
    }

    /// Returns a parameter of `Content-Type` or `Content-Disposition`, without quotation marks.
    func parameter(_ name: String, of header: String = "content-type") -> String? {
      for field in (headers[header] ?? "").split(separator: ";").dropFirst() {
        let halves = field.split(separator: "=", maxSplits: 1).map { $0.drop { $0 == " " } }
        guard halves.count == 2, halves[0].lowercased() == name else { continue }
        let value = halves[1].prefix { $0 != "\r" }
        return value.first == "\""
          ? String(value.dropFirst().prefix { $0 != "\"" }) : String(value)
      }
      return nil
    }
  }

  private let message: Part

  init(_ response: GatewayResponse) {
    message = Part(
      headers: ["content-type": response["Content-Type"] ?? ""], body: response.body[...])
  }

  init(_ part: Part) { message = part }

  /// Returns the parts, in order.
  ///
  /// - Throws: `SyncError.malformedResponse` when the body isn't multipart, or is truncated.
  func parts() throws(SyncError) -> [Part] {
    guard message.mediaType.hasPrefix("multipart/"), let boundary = message.parameter("boundary"),
      !boundary.isEmpty
    else {
      throw .malformedResponse("not multipart but '\(message.headers["content-type"] ?? "")'")
    }
    let delimiter = Array("--\(boundary)".utf8)
    var parts: [Part] = []
    var rest = message.body
    // Text before the first delimiter isn't a part.
    guard let first = Self.find(delimiter, in: rest) else { throw .malformedResponse("no parts") }
    rest = rest[(first + delimiter.count)...]
    let separator = Array("\r\n".utf8) + delimiter
    while !rest.starts(with: Array("--".utf8)) {
      guard let lineEnd = Self.find(Array("\r\n".utf8), in: rest) else {
        throw .malformedResponse("a part breaks off")
      }
      // Search from the delimiter's own line end, since an empty part may have nothing else.
      guard let end = Self.find(separator, in: rest[lineEnd...]) else {
        throw .malformedResponse("a part breaks off")
      }
      parts.append(Self.part(rest[(min(lineEnd + 2, end))..<end]))
      rest = rest[(end + separator.count)...]
    }
    return parts
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part {
    let blank = Array("\r\n\r\n".utf8)
    let end: Int
    let body: ArraySlice<UInt8>
    if bytes.starts(with: Array("\r\n".utf8)) {
      (end, body) = (bytes.startIndex, bytes.dropFirst(2))
    } else if let found = find(blank, in: bytes) {
      (end, body) = (found, bytes[(found + blank.count)...])
    } else {
      (end, body) = (bytes.endIndex, [])
    }
    var headers: [String: String] = [:]
    for line in String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n") {
      let halves = line.split(separator: ":", maxSplits: 1)
      guard halves.count == 2 else { continue }
      headers[halves[0].lowercased()] = String(halves[1].drop { $0 == " " })
    }
    return Part(headers: headers, body: body)
  }

  /// Returns the index of some bytes in others; `nil` when they don't occur.
  private static func find(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
    guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
    return bytes.withUnsafeBufferPointer { buffer in
      let last = buffer.count - wanted.count
      var index = 0
      while index <= last {
        if buffer[index] == first, buffer[index..<(index + wanted.count)].elementsEqual(wanted) {
          return bytes.startIndex + index
        }
        index += 1
      }
      return nil
    }
  }
}
