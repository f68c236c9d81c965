import DocgenJSON

/// The `claims` parameter: individual claims requested by name (OpenID Connect Core 5.5).
struct ClaimsRequest: Sendable, Equatable {
  var idToken: [String] = []
  var userInfo: [String] = []
  /// The subject that must be logged in, if the request names one (5.5.1).
  var subject: String?

  /// The requested classes of authentication, and whether one of them is required (5.5.1.1).
  var acrValues: [String] = []
  var isACREssential = false

  init() {}

  /// Parses the parameter; returns `nil` when the text isn't an object of objects.
  init?(_ text: String) {
    guard let value = try? JSONParser.parse(text), let object = value.object else { return nil }
    guard let idToken = Self.names(in: object["id_token"]),
      let userInfo = Self.names(in: object["userinfo"])
    else { return nil }
    self.idToken = idToken
    self.userInfo = userInfo
    subject = object["id_token"]?["sub"]?["value"]?.string
    let acr = object["id_token"]?["acr"]
    acrValues =
      (acr?["value"]?.string.map { [$0] } ?? [])
      + (acr?["values"]?.array ?? []).compactMap(\.string)
    isACREssential = acr?["essential"] == true
  }

  private static func names(in value: JSONValue?) -> [String]? {
    guard let value, value != .null else { return [] }
    return value.object?.keys
  }
}
