public import Foundation

/// An HTTP request with its complete body.
public struct TransportRequest: Sendable, Equatable {
  /// The method, in upper case.
  public var method: String
  /// An absolute `http` or `https` URL; the fragment isn't sent.
  public var url: URL
  /// The header fields, besides those that the transport adds, such as `Host`.
  public var headers: HeaderFields
  /// The body; `nil` for none.
  public var body: [UInt8]?
  /// For `send`, the time limit for the complete response; for `stream`, that for each chunk of the
  /// server.
  public var timeout: Duration
  /// The maximum number of bytes of the response in memory; beyond it the request fails.
  public var bodyLimit: Int

  /// Creates a request; by default with 30 seconds and 64 MiB.
  public init(
    method: String = "GET", url: URL, headers: HeaderFields = [:], body: [UInt8]? = nil,
    timeout: Duration = .seconds(30), bodyLimit: Int = 64 << 20
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.timeout = timeout
    self.bodyLimit = bodyLimit
  }

  /// Checks that the request can be sent.
  func check() throws(TransportError) {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      url.host()?.isEmpty == false
    else { throw .invalidRequest("its address must begin with 'https://' or 'http://' and a host") }
  }
}

/// Header fields in the order they were added; names are case-insensitive (RFC 9110 5.1).
public struct HeaderFields: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  /// The fields, with names as the sender spelled them; no name occurs twice in different case.
  public private(set) var fields: [(name: String, value: String)] = []

  /// Creates a list without fields.
  public init() {}

  /// Creates fields in the order of the literal; the last of equal names wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { self[name] = value }
  }

  /// The value of a field; setting replaces it, `nil` removes it.
  ///
  /// If a server repeats a field, the value contains all its values, separated by commas.
  public subscript(name: String) -> String? {
    get { fields.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      fields.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { fields.append((name, newValue)) }
    }
  }

  /// Returns whether names, with their spelling, values and order are equal.
  public static func == (left: HeaderFields, right: HeaderFields) -> Bool {
    left.fields.elementsEqual(right.fields) { $0 == $1 }
  }
}
