import DocgenHTTPClient
import DocgenJOSE
import DocgenJSON
import Foundation

extension SelfIssuedRequest {
  /// The audience of a request object for any self-issued provider (Self-Issued OP v2).
  private static let audience = "https://self-issued.me/v2"

  /// Parses a request object, signed or not, that a link of the second version refers to (RFC
  /// 9101).
  ///
  /// As for a request file, the certificate of the client's server authenticates the client.
  init(
    object file: TransportResponse, from server: String, of link: SelfIssuedLink, at moment: Date
  ) throws(SelfIssuedError) {
    guard file.status == 200 else {
      throw .shown("the request object's server returned status \(file.status)")
    }
    let type = (file.headers["content-type"] ?? "").prefix { $0 != ";" }.lowercased()
    guard type == "application/oauth-authz-req+jwt" else {
      throw .shown("the request object is not of type 'application/oauth-authz-req+jwt'")
    }
    let claims = try Self.claims(String(decoding: file.body, as: UTF8.self))
    try Self.check(claims, of: link, at: moment)
    try self.init(plain: SelfIssuedLink(requestObject: claims))
    guard let host = Self.host(of: redirectURI) else {
      throw .shown("the client of the request object is not an https address")
    }
    guard server == host else {
      throw .shown("the request object is not on the server of '\(host)', the client")
    }
  }

  /// Returns the claims of a token; its signature, if any, must be by one of the client's keys.
  private static func claims(_ text: String) throws(SelfIssuedError) -> JSONObject {
    guard let token = try? JSONWebToken(decoding: text) else {
      throw .shown("the request object is not a token")
    }
    if token.algorithm == "none" {
      guard token.signature.isEmpty else { throw .shown("an unsigned token has a signature") }
      return token.claims
    }
    let named = token.claims["client_metadata"]?["jwks"] ?? ["keys": []]
    guard let keys = try? JSONWebKeySet(json: named),
      (try? token.verify(with: keys, allowing: Set(SigningAlgorithm.allCases))) != nil
    else { throw .shown("the request object is not signed by a key of its client") }
    return token.claims
  }

  private static func check(
    _ claims: JSONObject, of link: SelfIssuedLink, at moment: Date
  ) throws(SelfIssuedError) {
    guard let client = link.parameters["client_id"], claims["client_id"]?.string == client else {
      throw .shown("the request object and the link name different clients")
    }
    if claims["iss"].map({ $0.string != client }) ?? false {
      throw .shown("'iss' of the request object is not its client")
    }
    if claims["request"] != nil || claims["request_uri"] != nil || link.parameters.has("request") {
      throw .shown("a request object leads to no other")
    }
    if claims["aud"] != nil, !claims.audiences.contains(audience) {
      throw .shown("'aud' of the request object is not a self-issued provider")
    }
    if let expires = claims["exp"], (expires.double ?? 0) <= moment.timeIntervalSince1970 {
      throw .shown("the request object has expired")
    }
  }
}
