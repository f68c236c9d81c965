import DocgenHTTPClient
import Foundation

/// A `Set-Cookie` field (RFC 6265 4.1), with the attributes that a client of one gateway needs.
struct SetCookie {
  /// The name of the cookie that ties a login to its callback, from Sync Gateway 2.8 on.
  static let stateName = "sg-oidc-state"

  /// Returns the cookies of a response.
  ///
  /// A transport may have joined repeated fields with commas, and dates contain commas too: a new
  /// cookie starts after a comma that is followed by a name and `=`.
  static func all(in response: GatewayResponse) -> [SetCookie] {
    response.values(of: "Set-Cookie").flatMap { field in
      var cookies: [String] = []
      for part in field.split(separator: ",", omittingEmptySubsequences: false) {
        let name = part.drop { $0 == " " }.prefix { $0 != "=" && $0 != ";" && $0 != " " }
        if cookies.isEmpty || part.drop(while: { $0 == " " }).dropFirst(name.count).first == "=" {
          cookies.append(String(part))
        } else {
          cookies[cookies.count - 1] += ",\(part)"
        }
      }
      return cookies.compactMap { SetCookie($0) }
    }
  }

  let name: String
  let value: String
  let expires: Date?

  init?(_ field: String) {
    let parts = field.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
    guard
      let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
      pair.count == 2, !pair[0].isEmpty
    else { return nil }
    name = String(pair[0])
    value = String(pair[1])
    expires = parts.dropFirst().first { $0.lowercased().hasPrefix("expires=") }
      .flatMap { HTTPDate.moment(of: String($0.dropFirst("expires=".count))) }
  }
}
