/// An HTTP request with its complete body.
public struct HTTPRequest: Sendable {
  /// The method as sent, in upper case.
  public var method: String
  /// The request target as sent: path and query, still percent-encoded.
  public var target: String
  /// The header fields.
  public var headers: HTTPHeaders
  /// The complete body; empty when there is none.
  public var body: [UInt8]

  /// Creates a request, for tests of a router.
  public init(
    method: String, target: String, headers: HTTPHeaders = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
  }

  /// The path of the target, still percent-encoded, without the query.
  public var path: String {
    String(Substring(target.utf8.prefix { $0 != UInt8(ascii: "?") }))
  }

  /// The part of the target after the first `?`, still encoded; `nil` without one.
  public var query: String? {
    let bytes = target.utf8
    return bytes.firstIndex(of: UInt8(ascii: "?")).map {
      String(Substring(bytes[bytes.index(after: $0)...]))
    }
  }

  /// The decoded pairs of the query.
  public var queryFields: FormFields {
    FormFields(query ?? "")
  }

  /// The body as UTF-8 text; bytes that are not UTF-8 become U+FFFD.
  public var bodyText: String {
    String(decoding: body, as: UTF8.self)
  }
}

extension HTTPRequest {
  /// Whether the `Host` field names the server by an address or as `localhost`.
  ///
  /// A page's own host name can resolve to this machine (DNS rebinding), and its scripts would then
  /// have the server's origin; an address can't. Emulators that reach their host by an address,
  /// such as 10.0.2.2, pass.
  public var namesAnAddress: Bool {
    guard let header = headers["Host"]?.utf8 else { return false }
    if header.first == UInt8(ascii: "[") { return true }
    let name = header.prefix { $0 != UInt8(ascii: ":") }
    let isNumeric = name.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
    }
    return isNumeric ? !name.isEmpty : Substring(name).lowercased() == "localhost"
  }

  /// Whether a web page of another server sent the request (RFC 6454 7).
  ///
  /// Any page can make a browser send simple requests to this machine, but the browser adds
  /// `Origin`.
  public var hasForeignOrigin: Bool {
    headers["Origin"].map { $0 != "http://" + (headers["Host"] ?? "") } ?? false
  }
}
