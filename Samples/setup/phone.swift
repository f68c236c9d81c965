import Foundation
import OpenIDClient
import SampleLab

#if !canImport(CryptoKit)
  import DocgenHashing

  /// Stands for CryptoKit's.
  enum SHA256 {
    static func hash(data: Data) -> [UInt8] { Digest.sha256.hash(data) }
  }
#endif

/// The mock provider, and a browser in which Alice types her password.
let lab = try await Lab.start()
let provider = lab.provider
let browser = ScriptedBrowser(
  fields: ["username": "alice", "password": "a-secret-of-alice"])
let issuer = lab.providerMock.issuer()

/// A browser inside an app: it has cookies of its own.
func webView() -> ScriptedBrowser {
  ScriptedBrowser(fields: browser.fields)
}

/// How many login forms the mock provider has received.
func passwordsTyped() async -> Int {
  await lab.providerMock.requests.filter { $0.path == "/login" }.count
}
