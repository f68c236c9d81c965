"""A package without sign-in needs none of the Debian packages that only docgen's servers need."""

import pathlib
import shutil
import subprocess

from packages import PackageTests, run, write

# What docgen's servers need.
PACKAGES = ["duktape-dev", "libmicrohttpd-dev", "libssl-dev"]


def hiding():
    """The beginning of a command that finds nothing of those packages; empty where they can't be hidden."""
    listed = subprocess.run(["dpkg", "-L", *PACKAGES], capture_output=True, text=True, check=True).stdout
    files = [
        name for name in listed.splitlines()
        if name.endswith((".h", ".pc", ".a")) and pathlib.Path(name).is_file()
        and not pathlib.Path(name).is_symlink()]
    words = ["bwrap", "--dev-bind", "/", "/"]
    for name in files:
        words += ["--ro-bind", "/dev/null", name]
    if not shutil.which("bwrap") or subprocess.run([*words, "true"], capture_output=True).returncode:
        return []
    return words


MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Kit",
  products: [.library(name: "Kit", targets: ["Kit"])],
  dependencies: [.package(url: "{docgen}", from: "9.0.0"{traits})],
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
```
"""

HINT = "docgen was built without its servers: install duktape-dev, libmicrohttpd-dev, libssl-dev"


class FewerPackages(PackageTests):
    def write_manifest(self, traits=""):
        write(self.kit, {"Package.swift": MANIFEST}, docgen=self.docgen_url, traits=traits)

    def test_a_readme_is_verified_without_the_packages_of_servers(self):
        self.kit = self.folder / "kit"
        hide = hiding()
        write(self.kit, {
            "Sources/Kit/Kit.swift": "public func double(_ n: Int) -> Int { 2 * n }\n",
            "README.md": README,
        })
        self.write_manifest() if hide else self.write_manifest(", traits: []")

        def docgen(*words, label=None, status=0):
            return run([*hide, "swift", "package", "docgen", *words], self.kit, label, status)

        said = docgen("build", label="first build, without servers")
        self.assertIn("2 samples (0 cached, 1 compiled, 2 run, 0 failed", said)
        self.assertIn(
            "servers are the mocks and the preview: apt-get install -y " + " ".join(PACKAGES),
            docgen("doctor"))

        (self.kit / "README.md").write_text(README.replace("double(21)", "double(2)") + LAB)
        said = docgen("check", status=1)
        self.assertIn("README.md:8:1: error: ", said)
        self.assertIn("README.md:21:8: error: no such module 'SampleLab'", said)
        self.assertIn(HINT, said)
        for command in ("lab", "serve"):
            self.assertIn(HINT, docgen(command, status=1))

        # The package leaves the servers out where their packages are installed.
        self.write_manifest(", traits: []")
        self.assertIn(HINT, run(["swift", "package", "docgen", "lab"], self.kit, status=1))
