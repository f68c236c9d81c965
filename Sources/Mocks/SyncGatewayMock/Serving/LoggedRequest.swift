public import Foundation
public import MockHTTP

/// One request and its answer; passwords, tokens, codes and session ids are shortened in it.
public struct LoggedRequest: RecordedRequest, Hashable {
  /// A header field.
  public struct Field: Sendable, Hashable {
    /// The name, in the sender's spelling.
    public var name: String
    /// The value, without secrets.
    public var value: String
  }

  /// Which port it came in by.
  public var isAdmin: Bool
  /// The method; empty where the header never came whole.
  public var method: String
  /// Path and query; empty where their line never came whole.
  public var target: String
  /// The request's header fields.
  public var headers: [Field]
  /// The first thousand bytes of the request's body, as text.
  public var body: String
  /// The answer's status; 0 when the connection was dropped before there was one.
  public var status: Int
  /// The answer's header fields.
  public var answerHeaders: [Field]
  /// The first thousand bytes of the answer's body, as text; empty for one that is streamed.
  public var answerBody: String
  /// Who called: empty for the guest, `nil` where nobody was asked.
  public var user: String?
  /// The fault that was injected into it, in words.
  public var fault: String?
  /// When it was answered, by the gateway's clock.
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
