import DocModel
import JSON

extension HTTPExchange.Call {
  /// The fields that say something about the protocol rather than about who sent them.
  private static let shownFields: Set = [
    "accept", "authorization", "cache-control", "content-type", "cookie", "etag", "host",
    "if-match", "if-none-match", "location", "origin", "set-cookie", "www-authenticate",
  ]

  /// The request as a page shows it.
  func requestMessage(_ hosts: HostNames, _ known: KnownSecrets) -> HTTPMessage {
    var shortening = SecretShortening()
    // What is known first: a place may hold no more than the beginning of it.
    let target = known.shortened(target)
    let path = Self.label(shortening.path(String(target.prefix { $0 != "?" })))
    return HTTPMessage(
      sender: sender, receiver: receiver, isAnswer: false,
      label: "\(method) \(hosts.prefix(for: self))\(path)",
      startLine: "\(method) \(shortening.target(target)) HTTP/1.1",
      fields: fields(of: request, known), body: body(of: request, known))
  }

  /// A long path without its middle.
  private static func label(_ path: String) -> String {
    path.count <= 44 ? path : "\(path.prefix(26))…\(path.suffix(14))"
  }

  /// The answer as a page shows it; `nil` when none came.
  func answerMessage(_ known: KnownSecrets) -> HTTPMessage? {
    guard let answer, let status = answer["status"]?.integer else { return nil }
    let line = "\(status) \(Self.reasons[status] ?? "")".trimmingSpaces
    return HTTPMessage(
      sender: receiver, receiver: sender, isAnswer: true, label: line,
      startLine: "HTTP/1.1 \(line)", fields: fields(of: answer, known),
      body: body(of: answer, known))
  }

  /// What is secret for where it stands, with what is shown of it.
  var secrets: [String: String] {
    var shortening = SecretShortening()
    _ = shortening.target(target)
    for message in [request, answer].compactMap({ $0 }) {
      for field in shownFields(of: message) { _ = shortening.field(field.name, field.value) }
      if let text = text(of: message) { _ = shortening.body(text, type: type(of: message)) }
    }
    return shortening.found
  }

  private func fields(of message: JSONValue, _ known: KnownSecrets) -> [HTTPMessage.Field] {
    var shortening = SecretShortening()
    return shownFields(of: message).map { field in
      HTTPMessage.Field(
        name: field.name, value: shortening.field(field.name, known.shortened(field.value)))
    }
  }

  private func shownFields(of message: JSONValue) -> [HTTPMessage.Field] {
    (message["fields"]?.array ?? []).compactMap { field in
      guard let pair = field.array, pair.count == 2, let name = pair[0].string,
        let value = pair[1].string, Self.shownFields.contains(name.lowercased()),
        !(name.lowercased() == "accept" && value == "*/*")
      else { return nil }
      return HTTPMessage.Field(name: name, value: value)
    }
  }

  private func body(of message: JSONValue, _ known: KnownSecrets) -> String {
    if message["isStream"]?.bool == true { return "(a stream)" }
    let length = message["length"]?.integer ?? 0
    guard length > 0, method != "HEAD" else { return "" }
    let type = type(of: message)
    if ["text/html", "application/xhtml+xml"].contains(type), message["body"] != nil {
      return "(a page)"
    }
    var shortening = SecretShortening()
    return text(of: message).map { shortening.body(known.shortened($0), type: type) }
      ?? "(\(length) bytes)"
  }

  /// A body that a page shows; `nil` if it says only how long it is.
  private func text(of message: JSONValue) -> String? {
    guard let text = message["body"]?.string, !type(of: message).hasPrefix("multipart/") else {
      return nil
    }
    // Of several parts, whatever its type says.
    let isOfParts =
      text.hasPrefix("--") && text.lowercased().contains(bytesOf: "\ncontent-disposition:")
    return isOfParts ? nil : text
  }

  private func type(of message: JSONValue) -> String {
    let field = (message["fields"]?.array ?? []).compactMap(\.array).first { pair in
      pair.count == 2 && pair[0].string?.lowercased() == "content-type"
    }
    return (field?[1].string ?? "").prefix { $0 != ";" }.lowercased().trimmingSpaces
  }

  /// The phrases of RFC 9110 section 15 and RFC 6585.
  private static let reasons = [
    100: "Continue", 101: "Switching Protocols", 200: "OK", 201: "Created", 202: "Accepted",
    204: "No Content", 206: "Partial Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 409: "Conflict", 410: "Gone",
    412: "Precondition Failed", 413: "Content Too Large", 415: "Unsupported Media Type",
    416: "Range Not Satisfiable", 417: "Expectation Failed", 422: "Unprocessable Content",
    429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
    502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
  ]
}

extension String {
  /// Without the spaces around it.
  var trimmingSpaces: String {
    var text = self[...].drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
