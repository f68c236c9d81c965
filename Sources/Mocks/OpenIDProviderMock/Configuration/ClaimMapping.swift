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

  init?(_ json: JSONValue, at path: [String], with reader: inout ConfigurationReader) {
    let keys = ["parameter", "value", "claims"]
    guard let object = reader.object(json, named: "a claim mapping", at: path, keys: keys),
      let parameter = reader.requiredString(
        "parameter", in: object, named: "a claim mapping", at: path),
      let value = reader.requiredString("value", in: object, named: "a claim mapping", at: path),
      let claims = object["claims"].flatMap({
        reader.object($0, named: "'claims'", at: path + ["claims"])
      })
    else {
      if json["claims"] == nil { reader.report("a claim mapping needs 'claims'", atValue: path) }
      return nil
    }
    self.init(parameter: parameter, value: value, claims: claims)
  }

  /// Returns whether the mapping applies to a request.
  func fits(_ parameters: [String: String]) -> Bool {
    guard let sent = parameters[parameter] else { return false }
    return value == "*" || sent == value || sent.split(separator: " ").contains { $0 == value }
  }
}
