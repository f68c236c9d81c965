/// Parses an HTTP/1 response on a connection that closes after it (RFC 9112).
enum HTTPSResponseReader {
  /// Returns whether all bytes that the header announces have arrived.
  static func isComplete(_ bytes: [UInt8]) -> Bool {
    guard let (head, body) = parts(bytes), let length = head.length else { return false }
    return body.count >= length
  }

  static func read(
    _ bytes: [UInt8], from certificate: PeerCertificate
  ) throws(TLSError) -> HTTPSClient.Response {
    guard let (head, body) = parts(bytes) else { throw .malformedResponse("it has no header") }
    guard let status = head.status else { throw .malformedResponse("its first line is not HTTP's") }
    if head.fields["transfer-encoding"] != nil {
      throw .malformedResponse("its body is chunked, which the request did not allow")
    }
    if let length = head.length, body.count < length {
      throw .malformedResponse("it ends after \(body.count) of \(length) bytes")
    }
    return HTTPSClient.Response(
      status: status, headers: head.fields, body: Array(body.prefix(head.length ?? body.count)),
      certificate: certificate)
  }

  private struct Head {
    let status: Int?
    var fields: [String: String] = [:]

    var length: Int? { fields["content-length"].flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    init(_ text: String) {
      let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
      let statusParts = lines[0].split(separator: " ", maxSplits: 2)
      status =
        statusParts.count >= 2 && statusParts[0].hasPrefix("HTTP/1.") && statusParts[1].count == 3
        ? Int(statusParts[1]) : nil
      for line in lines.dropFirst() {
        guard let colon = line.firstIndex(of: ":") else { continue }
        let name = line[..<colon].lowercased()
        let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        if fields[name] == nil { fields[name] = String(value) }
      }
    }
  }

  private static func parts(_ bytes: [UInt8]) -> (head: Head, body: ArraySlice<UInt8>)? {
    let end: [UInt8] = [13, 10, 13, 10]
    guard bytes.count >= end.count else { return nil }
    for index in 0...(bytes.count - end.count) where bytes[index] == 13 {
      if Array(bytes[index..<index + end.count]) == end {
        let text = String(decoding: bytes[..<index], as: UTF8.self)
        return (Head(text), bytes[(index + end.count)...])
      }
    }
    return nil
  }
}
