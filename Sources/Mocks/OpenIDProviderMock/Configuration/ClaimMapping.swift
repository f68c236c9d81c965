public import DocgenJSON

/// A rule that sets claims when a request has a certain parameter.
public struct ClaimMapping: Sendable, Equatable {
  /// A parameter of the authorization request, or of a token request that follows none.
  public var parameter: String
  /// The value to match, complete or as one of several separated by spaces; `*` for any.
  public var value: String
  /// The claims that replace the user's.
  public var claims: JSONObject

  /// Creates a mapping.
  public init(parameter: String, value: String, claims: JSONObject) {
    self.parameter = parameter
    self.value = value
    self.claims = claims
  }

  init?(_ value: ConfigurationValue) {
    guard let section = value.section("a claim mapping", keys: ["parameter", "value", "claims"]),
      let parameter = section.required("parameter"), let wanted = section.required("value"),
      let claims = section["claims"]?.section()?.object
    else {
      if value.json["claims"] == nil { value.report("a claim mapping needs 'claims'") }
      return nil
    }
    self.init(parameter: parameter, value: wanted, claims: claims)
  }

  /// Returns whether the mapping applies to a request.
  func fits(_ parameters: [String: String]) -> Bool {
    guard let sent = parameters[parameter] else { return false }
    return value == "*" || sent == value || sent.split(separator: " ").contains { $0 == value }
  }
}
