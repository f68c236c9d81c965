public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// One answer, complete.
public struct TransportResponse: Sendable, Equatable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HeaderFields
  /// The body; empty when there was none.
  public var body: [UInt8]

  /// An answer with the given parts; what transports of tests make.
  public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the status is one of 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as UTF-8 text; bytes that are not UTF-8 become U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// When the server says that it answered; `nil` when it does not say.
  public var date: Date? { headers["Date"].flatMap(HTTPDate.moment) }

  /// The cookies that the answer sets.
  ///
  /// - Parameter url: the address of the request, whose host and path they default to.
  public func cookies(for url: URL) -> [HTTPCookie] {
    guard let field = headers["Set-Cookie"] else { return [] }
    return HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
  }
}
