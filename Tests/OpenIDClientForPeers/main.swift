import DocgenClocks
import DocgenHTTPClient
import DocgenJSON
import Foundation
import OpenIDClient

// A login by the client kit at whatever provider the command line names, told line by line, for the
// tests in Tests/Peers.
//
//     OpenIDClientForPeers ISSUER CLIENT_ID SECRET|- NAME=VALUE[&NAME=VALUE]… [BUTTON]

func tell(_ members: (String, String?)...) {
  let object = JSONObject(members.map { (key: $0.0, value: $0.1.map { .string($0) } ?? .null) })
  print(JSONValue.object(object).serialized())
}

let arguments = CommandLine.arguments
guard arguments.count >= 5, let redirectURI = URL(string: "com.example.app:/cb") else {
  tell(("problem", "usage: ISSUER CLIENT_ID SECRET|- FIELDS [BUTTON]"))
  exit(2)
}
var fields: [String: String] = [:]
for pair in arguments[4].split(separator: "&") {
  let halves = pair.split(separator: "=", maxSplits: 1).map(String.init)
  fields[halves[0]] = halves.count > 1 ? halves[1] : ""
}
let browser = ScriptedBrowser(fields: fields, button: arguments.dropFirst(5).first)
let settings = ClientSettings(
  clientID: arguments[2], redirectURI: redirectURI,
  authentication: arguments[3] == "-" ? .none : .basic(secret: arguments[3]),
  scope: ["openid", "email", "offline_access"], parameters: ["prompt": "consent"])
let client = OAuthClient(provider: .discovered(issuer: arguments[1]), settings: settings)
do {
  let first = try await client.logIn(with: browser)
  tell(("step", "login"), ("sub", first.subject), ("iss", first.claims?.issuer))
  let info = try await client.userInfo()
  tell(("step", "userinfo"), ("sub", info["sub"]?.string), ("email", info["email"]?.string))
  if first.refreshToken != nil {
    let second = try await client.credentials(replacing: first.accessToken)
    let isNew = second.accessToken != first.accessToken
    tell(("step", "refresh"), ("sub", second.subject), ("new", isNew ? "yes" : "no"))
  }
  try await client.logOut()
  tell(("step", "logout"), ("state", await client.state.name))
} catch {
  tell(("problem", "\(error)"), ("state", await client.state.name))
  exit(1)
}
