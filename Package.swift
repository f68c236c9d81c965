// swift-tools-version: 6.2

import PackageDescription

/// The rules for every target: Swift 6 mode (the package's default below), explicit existentials,
/// and imports that are internal by default.
///
/// `.ci/run` allows no warnings.
let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// Samples are opened by an executable and find the libraries they import in it.
let exportsSymbols: [LinkerSetting] = [.unsafeFlags(["-Xlinker", "--export-dynamic"])]

/// A C library of the system: a module map and `shim.h` in `Sources/C`, found through pkg-config.
func cLibrary(_ name: String, pkgConfig: String, debian packages: [String]) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt(packages)])
}

/// C of our own, for what Swift cannot do: variadic calls, C++, signal handlers.
func shim(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/C/\(name)")
}

/// A library target in one of the rooms of `Sources`.
func library(_ name: String, in room: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(room)/\(name)",
    swiftSettings: swiftSettings)
}

/// The tests of one target: `Tests/<Name>Tests`, whose `Fixtures` are read where they lie.
func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], hasFixtures: Bool = false
) -> Target {
  .testTarget(
    name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies,
    path: "Tests/\(name)Tests", exclude: hasFixtures ? ["Fixtures"] : [],
    swiftSettings: swiftSettings)
}

let c: [Target] = [
  cLibrary(
    "CCmarkGFM", pkgConfig: "libcmark-gfm",
    debian: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),
  cLibrary("CCurl", pkgConfig: "libcurl", debian: ["libcurl4-openssl-dev"]),
  cLibrary("CSQLite", pkgConfig: "sqlite3", debian: ["libsqlite3-dev"]),
  cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", debian: ["libmicrohttpd-dev"]),
  // libssl and libcrypto.
  cLibrary("COpenSSL", pkgConfig: "openssl", debian: ["libssl-dev"]),
  cLibrary("CCairo", pkgConfig: "cairo", debian: ["libcairo2-dev", "fonts-dejavu-core"]),
  cLibrary("CZlib", pkgConfig: "zlib", debian: ["zlib1g-dev"]),
  cLibrary("CYAML", pkgConfig: "yaml-0.1", debian: ["libyaml-dev"]),
  cLibrary("CDuktape", pkgConfig: "duktape", debian: ["duktape-dev"]),
  cLibrary(
    "CSourceHighlightLibrary", pkgConfig: "source-highlight", debian: ["libsource-highlight-dev"]),
  .systemLibrary(name: "CFileExchange", path: "Sources/C/CFileExchange"),
  shim("CDuktapeGuard", ["CDuktape"]),
  shim("CSampleHost"),
  shim("CSampleTestHost"),
  shim("CSourceHighlight", ["CSourceHighlightLibrary"]),
  shim("CSourceKit"),
]

/// Systems that have C libraries beside their own; elsewhere the kits do without.
let haveLibraries = TargetDependencyCondition.when(platforms: [.linux, .macOS])

/// Values that every room may use.
let ground: [Target] = [
  library("Ground", in: "Ground"),
  library("Hashing", in: "Ground", [.target(name: "COpenSSL", condition: haveLibraries)]),
  library("JSON", in: "Ground"),
]

/// One façade for each library of the system.
let bindings: [Target] = [
  library("Drawing", in: "Bindings", ["CCairo", "CZlib"]),
  library(
    "HTTPClient", in: "Bindings",
    [.target(name: "CCurl", condition: .when(platforms: [.linux]))]),
  library("HTTPServer", in: "Bindings", ["CMicroHTTPD", "CZlib"]),
  library("Highlighting", in: "Bindings", ["CSourceHighlight", "Ground"]),
  library(
    "JOSE", in: "Bindings",
    [.target(name: "COpenSSL", condition: haveLibraries), "Hashing", "JSON"]),
  library("JavaScript", in: "Bindings", ["CDuktapeGuard", "JSON"]),
  library("SQLite", in: "Bindings", ["CSQLite"]),
  library("TLS", in: "Bindings", ["COpenSSL"]),
]

/// The theme in `templates`, compiled into docgen.
let theme: [Target] = [
  .executableTarget(
    name: "theme-embedder", path: "Sources/Plugins/theme-embedder", swiftSettings: swiftSettings),
  .plugin(
    name: "EmbedTheme", capability: .buildTool(), dependencies: ["theme-embedder"],
    path: "Sources/Plugins/EmbedTheme"),
  .target(
    name: "BuiltInTheme", dependencies: ["DocModel", "Ground"],
    path: "Sources/Generator/BuiltInTheme",
    swiftSettings: swiftSettings, plugins: ["EmbedTheme"]),
]

/// From the author's documents to the site.
let generator: [Target] = [
  library("DocModel", in: "Generator", ["Ground"]),
  library("DocumentParsing", in: "Generator", ["CCmarkGFM", "CYAML", "DocModel", "Ground"]),
  library(
    "Pipeline", in: "Generator",
    [
      "BuiltInTheme", "CFileExchange", "Clocks", "DocModel", "DocumentParsing", "Ground", "Hashing",
      "HTTPServer", "Highlighting", "JSON", "MockHTTP", "OpenIDProviderMock", "Processes",
      "SampleLab", "Samples", "SiteRendering", "SyncGatewayMock",
    ]),
  library("Processes", in: "Generator", ["CSampleHost", "Ground"]),
  library(
    "Samples", in: "Generator",
    [
      "CSampleHost", "CSourceKit", "DocModel", "Ground", "HTTPClient", "Hashing", "JSON",
      "Processes", "SQLite", "SampleHosting",
    ]),
  .target(
    name: "SampleTesting",
    dependencies: [
      "CSampleTestHost", "DocModel", "DocumentParsing", "Ground", "Pipeline", "SampleLab",
      "Samples",
    ],
    path: "Sources/Generator/SampleTesting", swiftSettings: swiftSettings,
    linkerSettings: exportsSymbols),
  library("SampleHosting", in: "Generator", ["CSampleHost"]),
  library("SiteRendering", in: "Generator", ["DocModel", "Drawing", "Ground", "JSON"]),
]

/// The servers that samples talk to.
let mocks: [Target] = [
  library("MockHTTP", in: "Mocks", ["JSON"]),
  library(
    "OpenIDProviderMock", in: "Mocks",
    [
      "Clocks", "Ground", "HTTPClient", "HTTPServer", "Hashing", "JOSE", "JSON", "MockHTTP", "TLS",
    ]),
  library(
    "SampleLab", in: "Mocks",
    [
      "Clocks", "Ground", "HTTPClient", "HTTPServer", "MockHTTP", "OpenIDProviderMock",
      "SyncGatewayMock",
    ]),
  library(
    "SyncGatewayMock", in: "Mocks",
    [
      "Clocks", "Ground", "HTTPClient", "HTTPServer", "Hashing", "JOSE", "JSON", "JavaScript",
      "MockHTTP", "SQLite",
    ]),
]

/// Clients for apps.
let kits: [Target] = [
  library("Clocks", in: "Kits"),
  library(
    "OpenIDClient", in: "Kits",
    [
      "Clocks", "HTTPClient", "Hashing", "JOSE", "JSON", "SQLite",
    ]),
  library("LoopbackLogin", in: "Kits", ["HTTPServer", "OpenIDClient"]),
  library(
    "SyncClient", in: "Kits", ["Clocks", "HTTPClient", "Hashing", "JOSE", "JSON", "SQLite"]),
]

let program: [Target] = [
  // Builds and starts docgen by itself, so it depends on nothing.
  .plugin(
    name: "DocgenPlugin",
    capability: .command(
      intent: .custom(
        verb: "docgen", description: "Verifies the package's documents, and builds a site of them")),
    path: "Plugins/Docgen"),
  // Samples find the kits in it, and run in it as in a test program.
  .executableTarget(
    name: "docgen",
    dependencies: [
      "Clocks", "DocModel", "Ground", "HTTPServer", "Highlighting", "LoopbackLogin", "MockHTTP",
      "OpenIDClient",
      "OpenIDProviderMock", "Pipeline", "Processes", "SampleLab", "SampleTesting", "Samples",
      "SyncClient", "SyncGatewayMock", "TLS", "docgen-host",
    ],
    path: "Sources/docgen", swiftSettings: swiftSettings, linkerSettings: exportsSymbols),
  // Started by docgen, which lies beside it, for samples that import nothing of docgen's.
  .executableTarget(
    name: "docgen-host", dependencies: ["SampleHosting"], path: "Sources/docgen-host",
    swiftSettings: swiftSettings, linkerSettings: exportsSymbols),
  // Depends on docgen itself, in which the samples it measures run.
  .executableTarget(
    name: "docgen-bench",
    dependencies: [
      "CMicroHTTPD", "DocModel", "DocumentParsing", "Ground", "JSON", "Pipeline", "Processes",
      "Samples", "SyncGatewayMock", "docgen",
    ],
    path: "Sources/docgen-bench", swiftSettings: swiftSettings),
]

let tests: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["Ground", "Processes"], path: "Tests/TestSupport",
    swiftSettings: swiftSettings),
  tests(of: "BuiltInTheme", ["DocModel", "DocumentParsing", "Ground", "JSON", "SiteRendering"]),
  tests(of: "Clocks"),
  tests(of: "DocModel", ["Ground"]),
  tests(of: "DocumentParsing", ["DocModel", "Ground"], hasFixtures: true),
  tests(of: "Drawing"),
  tests(of: "Ground"),
  tests(of: "HTTPClient", ["HTTPServer"]),
  tests(of: "HTTPServer"),
  tests(of: "Highlighting", hasFixtures: true),
  tests(of: "JOSE", ["Hashing", "JSON"], hasFixtures: true),
  tests(of: "JSON"),
  tests(of: "JavaScript", ["JSON"]),
  tests(of: "MockHTTP"),
  // A process that shares a login with others.
  .executableTarget(
    name: "CredentialSharer", dependencies: ["Clocks", "OpenIDClient"],
    path: "Tests/CredentialSharer", swiftSettings: swiftSettings),
  tests(
    of: "OpenIDClient",
    [
      "Clocks", "CredentialSharer", "HTTPClient", "HTTPServer", "Hashing", "JOSE", "JSON",
      "LoopbackLogin", "MockHTTP", "OpenIDProviderMock", "SQLite",
    ], hasFixtures: true),
  tests(
    of: "OpenIDProviderMock",
    ["Clocks", "HTTPClient", "HTTPServer", "Hashing", "JOSE", "JSON", "MockHTTP", "TLS"]),
  // What logs in at the providers in Tests/Peers.
  .executableTarget(
    name: "OpenIDClientForPeers", dependencies: ["Clocks", "HTTPClient", "JSON", "OpenIDClient"],
    path: "Tests/OpenIDClientForPeers", swiftSettings: swiftSettings),
  // What the clients in Tests/Peers talk to.
  .executableTarget(
    name: "ProviderForPeers", dependencies: ["Clocks", "JSON", "MockHTTP", "OpenIDProviderMock"],
    path: "Tests/ProviderForPeers", swiftSettings: swiftSettings),
  tests(
    of: "Pipeline",
    [
      "DocModel", "DocumentParsing", "Ground", "HTTPServer", "Highlighting", "JSON", "Processes",
      "Samples", "SiteRendering",
    ], hasFixtures: true),
  tests(of: "Processes"),
  tests(of: "SQLite"),
  tests(of: "SampleLab", ["Clocks", "Ground", "HTTPServer", "MockHTTP", "SyncGatewayMock"]),
  tests(of: "SampleTesting", ["SampleFixtureKit"]),
  tests(
    of: "Samples",
    [
      "CSampleHost", "DocModel", "DocumentParsing", "Ground", "HTTPServer", "JSON", "Processes",
      "SQLite", "SampleHostFixture", "SampleHosting", "docgen-host",
    ],
    hasFixtures: true),
  tests(
    of: "SiteRendering", ["DocModel", "DocumentParsing", "Ground", "HTTPServer", "JSON"],
    hasFixtures: true),
  tests(
    of: "SyncClient",
    [
      "Clocks", "HTTPClient", "JSON", "MockHTTP", "OpenIDProviderMock", "SQLite", "SampleLab",
      "SyncGatewayMock",
    ]),
  tests(
    of: "SyncGatewayMock", ["Clocks", "HTTPServer", "Hashing", "JOSE", "JSON", "MockHTTP"]),
  .testTarget(
    name: "DocgenTests",
    dependencies: ["DocModel", "Ground", "HTTPClient", "TestSupport", "docgen"],
    path: "Tests/DocgenTests", exclude: ["Fixtures"], swiftSettings: swiftSettings),
  .testTarget(
    name: "DocgenBenchTests", dependencies: ["TestSupport", "docgen-bench"],
    path: "Tests/DocgenBenchTests", swiftSettings: swiftSettings),
  .testTarget(
    name: "SiteSamplesTests",
    dependencies: ["DocModel", "Ground", "Pipeline", "TestSupport", "docgen"],
    path: "Tests/SiteSamplesTests", swiftSettings: swiftSettings),
]

/// A host for samples and a library for them to import, both for the engine's tests alone.
let sampleFixtures: [Target] = [
  .target(
    name: "SampleFixtureKit", path: "Tests/SampleFixtureKit", swiftSettings: swiftSettings),
  .executableTarget(
    name: "SampleHostFixture", dependencies: ["SampleFixtureKit", "Samples"],
    path: "Tests/SampleHostFixture", swiftSettings: swiftSettings, linkerSettings: exportsSymbols),
]

/// A library for other packages, with the modules whose types its own declarations name.
func product(_ name: String, naming modules: [String] = []) -> Product {
  .library(name: name, targets: [name] + modules)
}

let package = Package(
  name: "docgen",
  // The first with Mutex.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .plugin(name: "DocgenPlugin", targets: ["DocgenPlugin"]),
    .executable(name: "docgen", targets: ["docgen"]),
    .executable(name: "docgen-host", targets: ["docgen-host"]),
    product("SampleTesting"),
    product("OpenIDClient", naming: ["Clocks", "HTTPClient", "JOSE", "JSON"]),
    product("LoopbackLogin"),
    product("SampleLab", naming: ["Clocks", "MockHTTP", "OpenIDProviderMock", "SyncGatewayMock"]),
    product(
      "OpenIDProviderMock", naming: ["Clocks", "HTTPServer", "JOSE", "JSON", "MockHTTP", "TLS"]),
    product("SyncClient", naming: ["Clocks", "HTTPClient", "JSON"]),
    product("SyncGatewayMock", naming: ["Clocks", "JSON", "MockHTTP"]),
  ],
  targets: c + ground + bindings + theme + generator + mocks + kits + program + tests
    + sampleFixtures,
  swiftLanguageModes: [.v6]
)
