import DocgenHTTPServer
import DocgenHashing
import DocgenJSON
import Foundation

extension LoggedRequest {
  init(_ request: HTTPRequest, at route: Route?, response: EndpointResponse) {
    let read = EndpointRequest(request)
    self.init(
      method: request.method, path: request.path, issuer: route?.issuer,
      endpoint: route?.endpoint,
      parameters: (read.query.fields + (read.form?.fields ?? [])).map {
        Parameter(name: $0.name, value: Self.redacted($0.value, named: $0.name))
      }, status: response.http.delivery == .dropped ? 0 : response.http.status,
      responseParameters: Self.parameters(of: response, to: route?.endpoint),
      error: response.error?.code.rawValue,
      faults: response.faults, allowances: response.allowances, sender: .client)
  }

  private static func parameters(of response: EndpointResponse, to endpoint: Endpoint?)
    -> [Parameter]
  {
    if !response.parameters.isEmpty {
      return response.parameters.map {
        Parameter(name: $0.name, value: redacted($0.value, named: $0.name))
      }
    }
    guard endpoint != .discovery, endpoint != .keys, endpoint != nil,
      response.http.headers["Content-Type"] == "application/json",
      case .bytes(let bytes) = response.http.body,
      let object = (try? JSONParser.parse(bytes))?.object
    else { return [] }
    return object.members.map { name, value in
      Parameter(name: name, value: redacted(value.string ?? value.serialized(), named: name))
    }
  }

  /// Removes guessable secrets; replaces random ones with a hash that can't be reversed.
  static func redacted(_ value: String, named name: String) -> String {
    switch name {
    case "client_secret", "password":
      "[redacted]"
    case _ where isPublic(name):
      value
    default:
      "[sha256 \(Digest.sha256.hex(value.utf8).prefix(8))]"
    }
  }

  /// Whether a parameter is shown; all others, including unknown ones, are redacted.
  private static func isPublic(_ name: String) -> Bool { publicNames.contains(name) }

  private static let publicNames: Set<String> = [
    "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
    "code_challenge", "code_challenge_method", "prompt", "max_age", "login_hint", "display",
    "ui_locales", "acr_values", "claims", "access_type", "grant_type", "action", "username",
    "token_type_hint", "post_logout_redirect_uri", "error", "error_description", "iss", "resource",
    "hd", "token_type", "expires_in", "active", "interval", "verification_uri", "server_time",
    "is_admin",
  ]
}
