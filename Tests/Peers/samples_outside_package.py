"""Another package tests the samples of its own documents with the library SampleTesting, and its own
code with the mocks and the kits."""

import pathlib
import subprocess
import tempfile
import unittest

DOCGEN = pathlib.Path(__file__).resolve().parent.parent.parent

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Kit",
  dependencies: [.package(name: "docgen", path: "{docgen}")],
  targets: [
    .target(name: "Kit"),
    .testTarget(
      name: "KitTests",
      dependencies: ["Kit", .product(name: "SampleTesting", package: "docgen")]),
    .testTarget(
      name: "LoginTests",
      dependencies: [
        .product(name: "OpenIDClient", package: "docgen"),
        .product(name: "OpenIDProviderMock", package: "docgen"),
        .product(name: "SyncClient", package: "docgen"),
        .product(name: "SyncGatewayMock", package: "docgen"),
      ]),
  ])
"""

TEST = """import SampleTesting
import Testing
@testable import Kit

@Test(arguments: try DocumentedSample.all())
func sample(_ sample: DocumentedSample) async throws { try await sample.verify() }
"""

LOGIN_TEST = """import Foundation
import Clocks
import OpenIDClient
import OpenIDProviderMock
import SyncClient
import SyncGatewayMock
import Testing

@Test func logsInAndReplicates() async throws {
  let clock = ManualClock()
  let provider = try await OpenIDProvider.start(
    configuration: ProviderConfiguration(
      parsing: #"{"issuers": {"/": {"clients": [{"client_id": "app", "redirect_uris": ["app:/cb"]}], "users": [{"username": "alice"}]}}}"#),
    clock: clock, random: RandomSource(seed: 1))
  let gateway = try await SyncGateway.start(
    configuration: GatewayConfiguration(
      #"{"databases": {"db": {"oidc": {"providers": {"op": {"issuer": "\\#(provider.issuer())", "client_id": "app", "register": true}}}}}}"#),
    clock: clock)
  let client = OAuthClient(
    provider: .discovered(issuer: provider.issuer()),
    settings: ClientSettings(clientID: "app", redirectURI: URL(string: "app:/cb")!), clock: clock)
  let authenticator = IDTokenAuthenticator {
    try await client.logIn(with: ScriptedBrowser(fields: [:])).idToken ?? ""
  }
  let database = try Database()
  let replication = Replication(
    .pull, of: database, with: gateway.publicURL.appending(path: "db"), as: authenticator,
    clock: clock)
  let status = try await replication.run()
  #expect(status.lastError == nil)
  await gateway.stop()
  await provider.stop()
}
"""

README = """# Kit

```swift runnable
import Kit
print(double(21))
```
```output
42
```

```swift runnable id=wrong
import Kit
print(double(1))
```
```output
3
```
"""


class OutsidePackage(unittest.TestCase):
    def test_one_test_for_each_sample(self):
        with tempfile.TemporaryDirectory() as folder:
            root = pathlib.Path(folder)
            files = {
                "Package.swift": MANIFEST.replace("{docgen}", str(DOCGEN)),
                "Sources/Kit/Kit.swift": "public func double(_ n: Int) -> Int { 2 * n }\n",
                "Tests/KitTests/SampleTests.swift": TEST,
                "Tests/LoginTests/LoginTests.swift": LOGIN_TEST,
                "README.md": README,
            }
            for name, text in files.items():
                (root / name).parent.mkdir(parents=True, exist_ok=True)
                (root / name).write_text(text)
            run = subprocess.run(
                ["swift", "test", "--package-path", root], stdin=subprocess.DEVNULL,
                capture_output=True, text=True, timeout=3000,
            )
            said = run.stdout + run.stderr
            self.assertEqual(run.returncode, 1, said[-3000:])
            self.assertIn("issue with 1 argument sample → README.md#wrong ", said)
            self.assertIn("README.md:15:1: error: ", said)
            self.assertIn("with 2 test cases failed", said)
            self.assertNotIn("issue with 1 argument sample → README.md#1 ", said)
            self.assertIn("Test logsInAndReplicates() passed", said)
