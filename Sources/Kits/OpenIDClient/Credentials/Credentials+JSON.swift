import DocgenJSON
import Foundation

/// The stored form of credentials: a JSON object of version 1.
extension Credentials {
  var json: String {
    var object: JSONObject = ["version": 1]
    object["access_token"] = accessToken.map { .string($0) }
    object["refresh_token"] = refreshToken.map { .string($0) }
    object["id_token"] = idToken.map { .string($0) }
    object["sub"] = subject.map { .string($0) }
    object["nonce"] = nonce.map { .string($0) }
    object["scope"] = .array(scope.map { .string($0) })
    object["issued_at"] = .double(issuedAt.timeIntervalSince1970)
    object["expires_at"] = expiry.map { .double($0.timeIntervalSince1970) }
    return JSONValue.object(object).serialized()
  }

  /// Parses what `json` wrote; `nil` for anything else, such as another version.
  init?(json: String) {
    guard let value = try? JSONParser.parse(json), value["version"]?.integer == 1,
      let issuedAt = value["issued_at"]?.double
    else { return nil }
    self.init(
      accessToken: value["access_token"]?.string, refreshToken: value["refresh_token"]?.string,
      idToken: value["id_token"]?.string, subject: value["sub"]?.string,
      nonce: value["nonce"]?.string,
      scope: value["scope"]?.array?.compactMap(\.string) ?? [],
      issuedAt: Date(timeIntervalSince1970: issuedAt),
      expiry: value["expires_at"]?.double.map { Date(timeIntervalSince1970: $0) })
  }
}
