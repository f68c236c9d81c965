"""A package of somebody else adds docgen by its version, and builds a site of its documents; without
sign-in, it needs none of the Debian packages that only docgen's servers need."""

import pathlib
import shutil
import subprocess
import time

from packages import PackageTests, run, tag, write

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


MANIFEST = "Package.swift"

UNITS = {
    MANIFEST: """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "units",
  products: [.library(name: "Units", targets: ["Units"])],
  targets: [
    .target(name: "CUnits", linkerSettings: [.linkedLibrary("z")]),
    .target(name: "Units", dependencies: ["CUnits"]),
  ])
""",
    "Sources/CUnits/include/units.h": "int units_linked(void);\n",
    "Sources/CUnits/units.c": '#include "units.h"\n'
    "extern const char *zlibVersion(void);\n"
    "int units_linked(void) { return zlibVersion()[0] != 0; }\n",
    "Sources/Units/Units.swift": "import CUnits\n"
    "public struct Length: Sendable {\n"
    "  public var meters: Int\n"
    "  public init(meters: Int) { self.meters = meters }\n"
    "}\n"
    "public func isLinked() -> Bool { units_linked() == 1 }\n",
}

TRIPS = {
    MANIFEST: """// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Trips",
  products: [
    .library(name: "Trips-Dynamic", type: .dynamic, targets: ["Trips"]),
    .library(name: "Trips", targets: ["Trips"]),
    .library(name: "Clocks", targets: ["Clocks"]),
    .library(name: "JSON", targets: ["JSON"]),
  ],
  dependencies: [
    .package(url: "{docgen}", from: "9.0.0"{traits}),
    .package(url: "{units}", from: "1.0.0"),
  ],
  targets: [
    .target(name: "CTrips"),
    .target(
      name: "Trips",
      dependencies: ["CTrips", "HTTPClient", "JSON", "SQLite", .product(name: "Units", package: "units")],
      resources: [.process("Resources")]),
    // Names of folders of docgen.
    .target(name: "CSQLite"),
    .target(name: "Clocks"),
    .target(name: "HTTPClient"),
    .target(name: "JSON"),
    .target(name: "SQLite", dependencies: ["CSQLite"]),
    .target(name: "TestSupport"),
  ])
""",
    "Sources/CTrips/include/ctrips.h": "int ctrips_add(int a, int b);\n",
    "Sources/CTrips/ctrips.c": '#include "ctrips.h"\nint ctrips_add(int a, int b) { return a + b; }\n',
    "Sources/Trips/Resources/greeting.txt": "Welcome",
    "Sources/CSQLite/include/CSQLite.h": "int csqlite_pages(void);\n",
    "Sources/CSQLite/pages.c": '#include "CSQLite.h"\nint csqlite_pages(void) { return 7; }\n',
    "Sources/SQLite/Pages.swift": "import CSQLite\npublic func pages() -> Int { Int(csqlite_pages()) }\n",
    "Sources/Clocks/Clock.swift": "public struct Clock {\n"
    "  public static var name: String { \"clock\" }\n"
    "}\n",
    "Sources/HTTPClient/Client.swift": "public struct Client { public init() {} }\n",
    "Sources/JSON/Value.swift": "public enum Value: Sendable { case null }\n",
    "Sources/TestSupport/Support.swift": "",
    "Sources/Trips/Trip.swift": """import CTrips
import Foundation
public import Units

/// A trip.
///
/// ```swift runnable
/// print(Trip(stops: 2).stops)
/// ```
///
/// ```output
/// 3
/// ```
public struct Trip: Sendable {
  /// The number of stops, with the end.
  public let stops: Int
  /// The length.
  public var length = Length(meters: 1000)

  /// Creates a trip.
  public init(stops: Int) { self.stops = Int(ctrips_add(Int32(stops), 1)) }

  /// The greeting at its start.
  public static var greeting: String {
    let url = Bundle.module.url(forResource: "greeting", withExtension: "txt")
    return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? "none"
  }
}
""",
}

README = """# Trips

See [the guide](Docs/Guide.md).

```swift runnable
import JSON
import SQLite
import Trips
import Units

print(Trip.greeting, isLinked(), Trip(stops: 4).stops, Value.null, pages())
```

```output
Welcome true 5 null 7
```
"""

GUIDE = """# Guide

```swift runnable
print("imports nothing")
```

```swift runnable
import Trips

print(Trip(stops: 1).stops)
```

```output
2
```

```swift runnable
import Clocks

print(Clock.name)
```

```swift runnable
import Clocks
import JSON

print(Clock.name, Value.null)
```
"""

LAB = """
```swift runnable
import SampleLab
```
"""

WITHOUT_SERVERS = ", traits: []"
HINT = "docgen was built without its servers: install duktape-dev, libmicrohttpd-dev, libssl-dev"


class AnyPackage(PackageTests):
    """A package that is built where the packages that servers need can't be found."""

    def setUp(self):
        super().setUp()
        self.hide = hiding()
        write(self.folder / "units", UNITS)
        tag(self.folder / "units", "1.0.0")
        self.trips = self.folder / "trips"
        write(self.trips, {path: text for path, text in TRIPS.items() if path != MANIFEST})
        self.write_manifest("" if self.hide else WITHOUT_SERVERS)

    def write_manifest(self, traits):
        text = TRIPS[MANIFEST].replace("6.0", "6.2") if traits else TRIPS[MANIFEST]
        write(
            self.trips, {MANIFEST: text}, docgen=self.docgen_url, units=f"file://{self.folder}/units",
            traits=traits)

    def docgen(self, *words, label=None, status=0, options=()):
        return run(
            [*self.hide, "swift", "package", *options, "docgen", *words], self.trips, label, status)

    def test_two_lines_and_a_verified_site(self):
        # From nothing.
        self.docgen("init", label="init, with docgen built")
        self.assertIn("import Trips", (self.trips / "README.md").read_text())
        said = self.docgen("build", label="first build")
        self.assertIn("1 sample (0 cached, 1 compiled, 1 run, 0 failed", said)

        # A README, guides and doc comments.
        write(self.trips, {
            "README.md": README, "Docs/Guide.md": GUIDE,
            "site.yml": "title: Trips\nreference: [Trips]\n",
        })
        said = self.docgen("build", label="build of README, guide and doc comment")
        self.assertIn("6 samples (0 cached, 6 compiled, 6 run, 0 failed", said)
        said = self.docgen("build", label="build without a change")
        self.assertIn("6 samples (6 cached, 0 compiled, 0 run", said)
        page = (self.trips / "site/index.html").read_text()
        self.assertIn('href="Docs/Guide/', page)

        # An edit of the library breaks each at its line; what doesn't import it stays cached.
        source = self.trips / "Sources/Trips/Trip.swift"
        text = source.read_text()
        source.write_text(text.replace("Int32(stops), 1", "Int32(stops), 2"))
        said = self.docgen("build", label="build after an edit of the library", status=1)
        for place in ("README.md:14:1", "Docs/Guide.md:13:1", "Sources/Trips/Trip.swift:11:5"):
            self.assertIn(f"{place}: error: ", said)
        self.assertIn("6 samples (3 cached, 0 compiled, 3 run, 3 failed", said)
        self.assertEqual(page, (self.trips / "site/index.html").read_text())

        # Nothing runs again when it is undone.
        source.write_text(text)
        said = self.docgen("build", label="build after the edit was undone")
        self.assertIn("6 samples (6 cached, 0 compiled, 0 run", said)

        # An edit of the other library concerns only what imports it.
        clock = self.trips / "Sources/Clocks/Clock.swift"
        clock.write_text(clock.read_text().replace('"clock"', '"watch"'))
        said = self.docgen("build", label="build after an edit of another library")
        self.assertIn("6 samples (4 cached", said)
        self.assertIn("2 run, 0 failed", said)

        # A changed interface, under the other build system.
        source.write_text(text.replace("let stops: Int", "let stopCount: Int")
                          .replace("self.stops =", "self.stopCount ="))
        said = self.docgen(
            "check", label="check after a change of the interface, Swift Build", status=1,
            options=["--build-system", "swiftbuild"])
        for place in ("README.md:11:49", "Docs/Guide.md:10:22", "Sources/Trips/Trip.swift:8:26"):
            self.assertIn(f"{place}: error: value of type 'Trip' has no member 'stops'", said)

        # A package that doesn't compile.
        source.write_text("public struct Trip { public let stops: Nothing }\n")
        # The package manager makes 1 of every other status.
        said = self.docgen("check", status=1)
        self.assertIn("cannot find type 'Nothing' in scope", said)
        source.write_text(text)

        # More pages and a catalog.
        write(self.trips, {
            f"Docs/Page{number}.md": f"# Page {number}\n\n```swift runnable\nimport Trips\n"
            f"print(Trip(stops: {number}).stops)\n```\n\n```output\n{number + 1}\n```\n"
            for number in range(12)
        } | {
            "Sources/Trips/Trips.docc/Trips.md": "# ``Trips``\n\nRead <doc:Booking>.\n",
            "Sources/Trips/Trips.docc/Booking.md": "# Book a trip\n",
        })
        said = self.docgen("build", label="build with 12 more pages and a catalog")
        self.assertIn("18 samples (3 cached, 15 compiled, 15 run, 0 failed", said)
        self.assertIn(">Book a trip</a>", (self.trips / "site/Trips/index.html").read_text())
        self.docgen("build", label="the same without a change")

        self.docgen("new", "sample", "first-trip")
        self.assertIn("Hello from Trips", self.docgen("samples", "run", "first-trip"))

        said = self.docgen("doctor", label="doctor")
        self.assertIn("a sample that imports Trips compiles and runs in", said)
        self.assertIn(
            "servers are the mocks and the preview: apt-get install -y " + " ".join(PACKAGES), said)

        # The package's own build knows nothing of docgen's modules.
        run(["swift", "build"], self.trips, "the package's own build")
        built = {path.name for path in (self.trips / ".build/debug/Modules").iterdir()}
        self.assertIn("Trips.swiftmodule", built)
        self.assertNotIn("DocgenSamples.swiftmodule", built)

        # Servers.
        (self.trips / "README.md").write_text(README + LAB)
        said = self.docgen("check", status=1)
        self.assertIn(f"README.md:{README.count(chr(10)) + 3}:8: error: no such module 'SampleLab'", said)
        self.assertIn(HINT, said)
        for command in ("lab", "serve"):
            self.assertIn(HINT, self.docgen(command, status=1))
        if self.hide:
            self.hide = []
            self.assertTrue(self.begins_to_build_servers(), "they aren't built where they can be")
        # Also where they could be built.
        self.write_manifest(WITHOUT_SERVERS)
        self.assertIn(HINT, self.docgen("lab", status=1))

    def begins_to_build_servers(self):
        """Whether the plugin builds docgen with its servers; that build is ended when it has begun."""
        folder = self.trips / ".build/plugins/DocgenPlugin/outputs"
        self.assertEqual([path.name for path in folder.iterdir()], ["build-without-servers"])
        with subprocess.Popen(
                ["swift", "package", "docgen", "doctor"], cwd=self.trips, stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True) as process:
            while process.poll() is None and not (folder / "build").exists():
                time.sleep(0.1)
            # The plugin and what it starts are groups of their own, in this session.
            subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
        return (folder / "build").exists()
