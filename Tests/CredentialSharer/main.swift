import DocgenClocks
import Foundation
import OpenIDClient

// One of several processes that share a login, for the tests of OpenIDClient: it finds the stored
// credentials, renews them again and again, and says what it got.
//
//     CredentialSharer ISSUER STORE SECONDS ROUNDS
//
// SECONDS is the present moment, at which its clock stands.

/// A line that is read while the program goes on.
func tell(_ line: String) throws {
  try FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let seconds = TimeInterval(arguments[3]), let rounds = Int(arguments[4])
else {
  try tell("usage: CredentialSharer ISSUER STORE SECONDS ROUNDS")
  exit(2)
}
do {
  let client = OAuthClient(
    provider: .discovered(issuer: arguments[1]),
    settings: ClientSettings(
      clientID: "app", redirectURI: URL(string: "com.example.app:/cb")!,
      scope: ["openid", "email", "offline_access"]),
    store: try SQLiteCredentialStore(at: URL(filePath: arguments[2])),
    clock: ManualClock(now: Date(timeIntervalSince1970: seconds)))
  try await client.start(.silent)
  var credentials = try await client.credentials()
  try tell("found \(credentials.accessToken ?? "nothing").")
  for _ in 0..<rounds {
    credentials = try await client.credentials(replacing: credentials.accessToken)
    try tell("renewed \(credentials.accessToken ?? "nothing").")
  }
} catch {
  try tell("problem: \(error).")
  exit(1)
}
