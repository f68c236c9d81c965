"""A package without sign-in needs none of the Debian packages that only docgen's servers need."""

import pathlib
import shutil
import subprocess

from packages import PackageTests, run, write

# What docgen's servers need.
PACKAGES = ["duktape-dev", "libmicrohttpd-dev", "libssl-dev"]


def hiding():
    """The beginning of a command that finds nothing of those packages; `None` where it can't be hidden."""
    listed = subprocess.run(["dpkg", "-L", *PACKAGES], capture_output=True, text=True, check=True).stdout
    files = [
        name for name in listed.splitlines()
        if name.endswith((".h", ".pc", ".a")) and pathlib.Path(name).is_file()
        and not pathlib.Path(name).is_symlink()]
    words = ["bwrap", "--dev-bind", "/", "/"]
    for name in files:
        words += ["--ro-bind", "/dev/null", name]
    if not shutil.which("bwrap") or subprocess.run([*words, "true"], capture_output=True).returncode:
        return None
    return words


MANIFEST = """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Kit",
  products: [.library(name: "Kit", targets: ["Kit"])],
  dependencies: [.package(url: "{docgen}", from: "9.0.0")],
  targets: [.target(name: "Kit")])
"""

README = """# Kit

```swift runnable
import Kit
print(double(21))
```

```output
42
```

```sh runnable
echo "$((6 * 7))"
```

```output
42
```
"""

LAB = """
```swift runnable
import SampleLab
let lab = try await Lab.start()
print(lab.gateway.scheme ?? "none")
```

```output
http
```
"""

HINT = "docgen was built without its servers: install duktape-dev, libmicrohttpd-dev, libssl-dev"


class FewerPackages(PackageTests):
    def setUp(self):
        super().setUp()
        self.kit = self.folder / "kit"
        write(self.kit, {
            "Package.swift": MANIFEST,
            "Sources/Kit/Kit.swift": "public func double(_ n: Int) -> Int { 2 * n }\n",
            "README.md": README,
        }, docgen=self.docgen_url)

    def docgen(self, *words, label=None, status=0, before=()):
        return run([*before, "swift", "package", "docgen", *words], self.kit, label, status)

    def test_a_readme_is_verified_without_the_packages_of_servers(self):
        hide = hiding()
        if hide is None:
            self.skipTest("bubblewrap can't hide files here")
        said = self.docgen("build", label="first build, without servers", before=hide)
        self.assertIn("2 samples (0 cached, 1 compiled, 2 run, 0 failed", said)
        said = self.docgen("doctor", before=hide)
        self.assertIn("servers are the mocks and the preview: apt-get install -y " + " ".join(PACKAGES), said)

        (self.kit / "README.md").write_text(README.replace("double(21)", "double(2)") + LAB)
        said = self.docgen("check", status=1, before=hide)
        self.assertIn("README.md:8:1: error: ", said)
        self.assertIn("README.md:21:8: error: no such module 'SampleLab'", said)
        self.assertIn(HINT, said)
        for command in ("lab", "serve"):
            self.assertIn(HINT, self.docgen(command, status=1, before=hide))

        # Once they are installed, the same command builds all.
        (self.kit / "README.md").write_text(README + LAB)
        said = self.docgen("check", label="first check, with servers")
        self.assertRegex(said, r"3 samples \(.* 0 failed")

    def test_an_adopter_leaves_the_servers_out(self):
        write(self.kit, {
            "Package.swift": MANIFEST.replace("6.0\n", "6.2\n").replace(
                'from: "9.0.0")', 'from: "9.0.0", traits: [])').replace(
                "[.target(name: \"Kit\")]", """[
    .target(name: "Kit"),
    .executableTarget(
      name: "documents",
      dependencies: ["Kit", .product(name: "DocgenProgram", package: "docgen")]),
  ]"""),
            "Sources/documents/main.swift": "import DocgenProgram\n\nawait Docgen.main()\n",
        }, docgen=self.docgen_url)
        self.assertIn(HINT, self.docgen("lab", status=1))
        said = run(["swift", "run", "documents", "check"], self.kit)
        self.assertIn("2 samples (0 cached, 1 compiled, 2 run, 0 failed", said)
        built = {path.name for path in (self.kit / ".build/debug/Modules").iterdir()}
        self.assertIn("DocgenProgram.swiftmodule", built)
        self.assertNotIn("SyncGatewayMock.swiftmodule", built)
