import CMicroHTTPD

extension HTTPResponse {
  /// The answer as it goes over the wire, to a client that is then cut off (RFC 9112 4).
  var serialized: [UInt8] {
    let phrase = MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? ""
    var bytes: [UInt8] = []
    if case .bytes(let known) = body { bytes = known }
    var head = "HTTP/1.1 \(status) \(phrase)\r\n"
    for field in headers.fields { head += "\(field.name): \(field.value)\r\n" }
    head += "Content-Length: \(bytes.count)\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + bytes
  }
}
