import DocgenJSON
public import Foundation

/// A site's request to a self-issued provider, from the request file that its login link names.
public struct SelfIssuedRequest: Sendable, Equatable {
  /// `client_id`, the site's URL.
  public let clientID: URL
  /// `redirect_uri`, the URL for the response, on the same host.
  public let redirectURI: URL
  /// `nonce`.
  public let nonce: String
  /// `state`, which the response repeats; `nil` when the site sends none.
  public let state: String?
  /// `scope`, which names the requested claims.
  public let scope: [String]
  /// `application_name`, to show to the user; the site chooses it.
  public let applicationName: String?

  /// Returns the URL of the request file that a login link names: `openid://…?request_uri=…`.
  ///
  /// - Throws: `ClientError.malformedResponse`.
  static func file(namedBy link: URL) throws(ClientError) -> URL {
    let parameters = FormParameters(decoding: link.query(percentEncoded: true) ?? "")
    guard link.scheme?.lowercased() == "openid", parameters.repeatedName == nil,
      let text = parameters["request_uri"], let url = URL(string: text), url.host() != nil
    else {
      throw .malformedResponse(.requestFile, "the link is not 'openid:' with a 'request_uri'")
    }
    return url
  }

  /// Parses a request file.
  ///
  /// The connection identifies the host that serves the file, so the client must be that host.
  init(file: [UInt8], from url: URL) throws(ClientError) {
    guard let json = try? JSONParser.parse(file), json.object != nil else {
      throw .malformedResponse(.requestFile, "it is not a JSON object")
    }
    let types = (json["response_type"]?.string ?? "").split(separator: " ")
    guard Set(types) == ["token", "id_token", "userinfo"], types.count == 3 else {
      throw .malformedResponse(
        .requestFile, "its 'response_type' is not 'token id_token userinfo'")
    }
    guard let nonce = json["nonce"]?.string, !nonce.isEmpty else {
      throw .malformedResponse(.requestFile, "it has no 'nonce'")
    }
    clientID = try Self.address("client_id", in: json, at: url)
    redirectURI = try Self.address("redirect_uri", in: json, at: url)
    self.nonce = nonce
    state = json["state"]?.string
    scope = (json["scope"]?.string ?? "").split(separator: " ").map(String.init)
    guard scope.contains("openid") else {
      throw .malformedResponse(.requestFile, "its 'scope' has no 'openid'")
    }
    applicationName = json["application_name"]?.string
  }

  private static func address(
    _ name: String, in json: JSONValue, at file: URL
  ) throws(ClientError) -> URL {
    guard let url = json[name]?.string.flatMap({ URL(string: $0) }),
      url.scheme?.lowercased() == file.scheme?.lowercased(), url.user() == nil,
      url.host()?.lowercased() == file.host()?.lowercased(), url.fragment() == nil
    else {
      throw .malformedResponse(.requestFile, "its '\(name)' is not an address of the file's host")
    }
    return url
  }
}
