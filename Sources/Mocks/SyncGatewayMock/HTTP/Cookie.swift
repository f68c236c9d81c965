import DocgenHTTPServer
import DocgenMockHTTP
import Foundation

/// A cookie to set, with its attributes in the order of Go's `http.Cookie`.
struct Cookie {
  var name: String
  var value: String
  var path: String?
  var expires: Date?
  var maxAge: Int?
  var isHTTPOnly = false
  var isSecure = false

  /// The value of `Set-Cookie`.
  var field: String {
    var text = "\(name)=\(value)"
    if let path { text += "; Path=\(path)" }
    if let expires { text += "; Expires=\(HTTPDate.text(expires))" }
    // A negative age is written as zero, which deletes the cookie.
    if let maxAge { text += "; Max-Age=\(max(0, maxAge))" }
    if isHTTPOnly { text += "; HttpOnly" }
    if isSecure { text += "; Secure" }
    return text
  }

  /// Returns the path of the database that a request is for (`AddDbPathToCookie`, base/util.go).
  static func databasePath(of request: HTTPRequest) -> String {
    RequestPath(target: request.target).segments.first.map { "/\($0)" } ?? "/"
  }
}
