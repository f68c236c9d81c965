"""Another package tests the samples of its own documents with the library SampleTesting."""

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
  ])
"""

TEST = """import SampleTesting
import Testing
@testable import Kit

@Test(arguments: try DocumentedSample.all())
func sample(_ sample: DocumentedSample) async throws { try await sample.verify() }
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
                "Package.swift": MANIFEST.format(docgen=DOCGEN),
                "Sources/Kit/Kit.swift": "public func double(_ n: Int) -> Int { 2 * n }\n",
                "Tests/KitTests/SampleTests.swift": TEST,
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
