import Foundation
import OpenIDClient
import SampleLab
import SyncClient

/// The mock gateway and the mock provider, and what an app knows of them.
let lab = try await Lab.start()
let issuer = lab.providerMock.issuer()
let gateway = lab.gateway.appending(path: "travel")
let browser = ScriptedBrowser()
let client = OAuthClient(
  provider: .discovered(issuer: issuer),
  settings: ClientSettings(
    clientID: "phone", redirectURI: URL(string: "com.example.travel:/login")!,
    scope: ["openid", "offline_access"]))
