import Foundation
import HTTPServer
import MockHTTP

/// A cookie to set, written in the order in which Go's `http.Cookie` writes its attributes.
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
    // A negative age is written as zero: forget it at once.
    if let maxAge { text += "; Max-Age=\(max(0, maxAge))" }
    if isHTTPOnly { text += "; HttpOnly" }
    if isSecure { text += "; Secure" }
    return text
  }

  /// The value of a cookie that a request carries.
  static func value(of name: String, in headers: HTTPHeaders) -> String? {
    for field in headers.values(of: "Cookie") {
      for pair in field.split(separator: ";") {
        let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let key = halves[0].trimmingCharacters(in: .whitespaces)
        if key == name, halves.count == 2 {
          return halves[1].trimmingCharacters(in: .whitespaces)
        }
      }
    }
    return nil
  }

  /// The path of the database that a request is for (`AddDbPathToCookie`, base/util.go).
  static func databasePath(of request: HTTPRequest) -> String {
    RequestPath(target: request.target).segments.first.map { "/\($0)" } ?? "/"
  }
}
