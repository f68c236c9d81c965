public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An HTTP response with its complete body.
public struct TransportResponse: Sendable, Equatable {
  /// The status code.
  public var status: Int
  /// The header fields.
  public var headers: HeaderFields
  /// The body; empty when there is none.
  public var body: [UInt8]

  /// Creates a response; for the transports of tests.
  public init(status: Int, headers: HeaderFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Whether the status is from 200 to 299.
  public var isSuccess: Bool { (200..<300).contains(status) }

  /// The body as UTF-8 text; bytes that are not UTF-8 become U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// The server's `Date`; `nil` when it is missing or invalid.
  public var date: Date? { headers["Date"].flatMap(HTTPDate.moment) }

  /// Returns the cookies that the response sets.
  ///
  /// - Parameter url: the URL of the request, whose host and path are the defaults.
  public func cookies(for url: URL) -> [HTTPCookie] {
    guard let field = headers["Set-Cookie"] else { return [] }
    return HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
  }
}

/// Dates in the format of HTTP (RFC 9110 5.6.7): `Sun, 06 Nov 1994 08:49:37 GMT`.
public enum HTTPDate {
  /// Parses the value of a date field; `nil` for anything else.
  public static func moment(of text: String) -> Date? {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(secondsFromGMT: 0)
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss zzz"
    return formatter.date(from: text)
  }
}
