"""Another package tests the samples of its own documents with the library SampleTesting, and its own
code with the mocks and the kits."""

from packages import PackageTests, run, write

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Kit",
  dependencies: [.package(url: "{docgen}", from: "9.0.0")],
  targets: [
    .target(name: "Kit"),
    .executableTarget(
      name: "documents",
      dependencies: ["Kit", .product(name: "DocgenProgram", package: "docgen")]),
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
import DocgenClocks
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


LAB = """// title: Both mocks
import Kit
import SampleLab

print(try await Lab.start().gateway.scheme!, double(1))
"""

# As the plugin builds docgen, because nothing in it is debugged; the tests of XCTest, though, are found
# in the index.
WITHOUT_DEBUGGING = [
    "-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization", "-Xswiftc", "-num-threads",
    "-Xswiftc", "1",
]


class SampleTesting(PackageTests):
    def test_one_test_for_each_sample(self):
        kit = self.folder / "kit"
        library = "public func double(_ n: Int) -> Int { 2 * n }\n"
        write(kit, {
            "Package.swift": MANIFEST,
            "Sources/Kit/Kit.swift": library,
            "Sources/documents/main.swift": "import DocgenProgram\n\nawait Docgen.main()\n",
            "Tests/KitTests/SampleTests.swift": TEST,
            "Tests/LoginTests/LoginTests.swift": LOGIN_TEST,
            "README.md": README,
            "Samples/Lab.swift": LAB,
        }, docgen=self.docgen_url)
        test = ["swift", "test", *WITHOUT_DEBUGGING]
        said = run(test, kit, "swift test, with docgen built", status=1)
        self.assertIn("issue with 1 argument sample → README.md#wrong ", said)
        self.assertIn("README.md:15:1: error: ", said)
        self.assertIn("with 2 test cases failed", said)
        self.assertNotIn("issue with 1 argument sample → README.md#1 ", said)
        self.assertIn("Test logsInAndReplicates() passed", said)
        run(test, kit, "swift test without a change", status=1)
        check = ["swift", "run", *WITHOUT_DEBUGGING, "documents", "check"]
        said = run(check, kit, "a program of the package that calls docgen", status=1)
        self.assertIn("README.md:15:1: error: ", said)
        self.assertIn("3 samples (0 cached", said)
        documents = check[:-1]
        self.assertIn("http 2", run([*documents, "samples", "run", "lab"], kit))

        # Now the other sample fails.
        write(kit, {"Sources/Kit/Kit.swift": library.replace("2 * n", "3 * n")})
        said = run(test, kit, "swift test after an edit of the library", status=1)
        self.assertIn("issue with 1 argument sample → README.md#1 ", said)
        self.assertNotIn("issue with 1 argument sample → README.md#wrong ", said)
        said = run(check, kit, "the same after an edit of the library", status=1)
        self.assertIn("README.md:7:1: error: ", said)
        self.assertIn("3 samples", said)
