import DocgenHTTPServer
import Foundation

/// The credentials in a request.
enum Credentials: Equatable {
  case bearer(String)
  case basic(name: String, password: String)
  case session(String)
  case none

  /// Returns the first usable credentials (`checkAuth`, rest/handler.go): a bearer token, but only
  /// if the database has OpenID Connect; a Basic user name, unless it is empty; a cookie.
  init(of request: HTTPRequest, takesBearer: Bool, cookieName: String) {
    let field = request.headers["Authorization"] ?? ""
    if takesBearer, field.hasPrefix("Bearer "), field.count > 7 {
      self = .bearer(String(field.dropFirst(7)))
    } else if let (name, password) = Self.basic(field), !name.isEmpty {
      self = .basic(name: name, password: password)
    } else if let id = request.headers.cookies(named: cookieName).first {
      self = .session(id)
    } else {
      self = .none
    }
  }

  /// Returns name and password of a Basic field; `nil` for another scheme or a malformed field.
  static func basic(_ field: String) -> (name: String, password: String)? {
    guard field.hasPrefix("Basic "), let data = Data(base64Encoded: String(field.dropFirst(6)))
    else { return nil }
    let halves = String(decoding: data, as: UTF8.self)
      .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    return halves.count == 2 ? (String(halves[0]), String(halves[1])) : nil
  }
}
