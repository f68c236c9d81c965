public import DocgenMockHTTP
public import Foundation

/// A request and its response; passwords, tokens, codes and session ids are redacted.
public struct LoggedRequest: RecordedRequest, Hashable {
  /// A header field.
  public struct Field: Sendable, Hashable {
    /// The name, in the sender's spelling.
    public var name: String
    /// The value, without secrets.
    public var value: String
  }

  /// Whether the request came in by the admin port.
  public var isAdmin: Bool
  /// The method; empty when the header was incomplete.
  public var method: String
  /// Path and query; empty when the request line was incomplete.
  public var target: String
  /// The request's header fields.
  public var headers: [Field]
  /// The first thousand bytes of the request's body, as text.
  public var body: String
  /// The response's status; 0 when the connection was dropped before a response.
  public var status: Int
  /// The response's header fields.
  public var responseHeaders: [Field]
  /// The first thousand bytes of the response's body, as text; empty for a streamed body.
  public var responseBody: String
  /// The user: empty for the guest, `nil` when no user was authenticated.
  public var user: String?
  /// The fault injected into the request, as text.
  public var fault: String?
  /// The time of the response, by the gateway's clock.
  public var date: Date

  /// Path without query.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// One line: `PUT /db/doc 201 alice`, `admin GET /db/_user/ 200`.
  public var line: String {
    let caller = user.map { $0.isEmpty ? " GUEST" : " \($0)" } ?? ""
    let port = isAdmin ? "admin " : ""
    return "\(port)\(method) \(target) \(status)\(caller)" + (fault.map { " (\($0))" } ?? "")
  }
}
