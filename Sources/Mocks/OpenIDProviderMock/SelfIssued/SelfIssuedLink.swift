import DocgenHTTPServer
import DocgenJSON

/// A link that opens the phone's app.
struct SelfIssuedLink {
  let parameters: Parameters
  /// Whether the link can only be one of Self-Issued OP v2.
  let isSecondVersion: Bool

  init(_ link: String, claimedAddresses: [String]) throws(SelfIssuedError) {
    guard let colon = link.firstIndex(of: ":") else { throw .shown("the link has no scheme") }
    let scheme = link[..<colon].lowercased()
    let isClaimed = claimedAddresses.contains {
      link == $0 || link.hasPrefix($0 + "?") || link.hasPrefix($0 + "#")
    }
    guard scheme == "openid" || scheme == "siopv2" || isClaimed else {
      throw .shown("the link's scheme '\(scheme.prefix(24))' is not this app's")
    }
    let query = link.firstIndex(of: "?").map { link[link.index(after: $0)...] } ?? ""
    parameters = Parameters(String(query.prefix { $0 != "#" }))
    if let name = parameters.repeatedNames.first {
      throw .shown("the parameter '\(name)' is repeated")
    }
    isSecondVersion =
      scheme != "openid" || parameters.has("client_metadata")
      || parameters["response_mode"] == "post"
      // The first version names the client only in the file; RFC 9101 5 also in the link.
      || (parameters.has("client_id") && parameters.has("request_uri"))
  }

  /// Creates a link from the claims of a request object, which replace the parameters (RFC 9101
  /// 6.3).
  init(requestObject claims: JSONObject) {
    parameters = Parameters(
      FormFields.encode(
        claims.members.filter { $0.value != .null }.map { (name: $0.key, value: $0.value.text) }))
    isSecondVersion = true
  }
}
