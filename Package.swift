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

let bindings: [Target] = [
  library("FileSystem", in: "Bindings"),
  library("Gzip", in: "Bindings", ["CZlib"]),
  library(
    "HTTPClient", in: "Bindings",
    [.target(name: "CCurl", condition: .when(platforms: [.linux]))]),
  library("HTTPServer", in: "Bindings", ["CMicroHTTPD"]),
  library("Highlighting", in: "Bindings", ["CSourceHighlight", "CSourceKit"]),
  library("JOSE", in: "Bindings", [.target(name: "COpenSSL", condition: haveLibraries), "JSON"]),
  library("JSON", in: "Bindings"),
  library("JavaScript", in: "Bindings", ["CDuktapeGuard", "JSON"]),
  library("Markdown", in: "Bindings", ["CCmarkGFM", "DocModel"]),
  library("SQLite", in: "Bindings", ["CSQLite"]),
  library("Spelling", in: "Bindings"),
  library("TLS", in: "Bindings", ["COpenSSL"]),
  library("YAML", in: "Bindings", ["CYAML", "DocModel"]),
]

/// The theme in `templates`, compiled into docgen.
let theme: [Target] = [
  .executableTarget(
    name: "theme-embedder", path: "Sources/Plugins/theme-embedder", swiftSettings: swiftSettings),
  .plugin(
    name: "EmbedTheme", capability: .buildTool(), dependencies: ["theme-embedder"],
    path: "Sources/Plugins/EmbedTheme"),
  .target(
    name: "BuiltInTheme", dependencies: ["DocModel"], path: "Sources/Generator/BuiltInTheme",
    swiftSettings: swiftSettings, plugins: ["EmbedTheme"]),
]

let ground: [Target] = [library("Ground", in: "Ground")]

let generator: [Target] = [
  library("DocModel", in: "Generator", ["Ground"]),
  library(
    "DocumentParsing", in: "Generator",
    ["DocModel", "Markdown", "Spelling", "SwiftSource", "YAML"]),
  library(
    "Pipeline", in: "Generator",
    [
      "BuiltInTheme", "DocModel", "DocumentParsing", "FileSystem", "Ground", "Highlighting", "JOSE",
      "JSON",
      "LabEnvironment", "OpenIDProviderMock", "Processes", "SampleLab", "Samples",
      "SiteRendering", "SiteWriting", "SyncGatewayMock", "Templates",
    ]),
  library("Preview", in: "Generator", ["DocModel", "HTTPServer"]),
  library("Processes", in: "Generator", ["CSampleHost", "FileSystem"]),
  library(
    "Samples", in: "Generator",
    [
      "CSampleHost", "CSourceKit", "DocModel", "FileSystem", "Ground", "HTTPClient", "JOSE",
      "JSON", "Processes", "SQLite", "SampleHosting", "SwiftSource",
    ]),
  .target(
    name: "SampleTesting",
    dependencies: [
      "CSampleTestHost", "DocModel", "DocumentParsing", "Pipeline", "SampleLab", "Samples",
    ],
    path: "Sources/Generator/SampleTesting", swiftSettings: swiftSettings,
    linkerSettings: exportsSymbols),
  library("SampleHosting", in: "Generator", ["CSampleHost"]),
  library(
    "SiteRendering", in: "Generator", ["DocModel", "Ground", "JSON", "Spelling", "Templates"]),
  library("SiteWriting", in: "Generator", ["CFileExchange", "DocModel", "FileSystem"]),
  library("SwiftSource", in: "Generator", ["DocModel"]),
  library("Templates", in: "Generator", ["DocModel", "Spelling"]),
]

let lab: [Target] = [
  library("MockHTTP", in: "Mocks", ["JSON"]),
  library("LabEnvironment", in: "Lab"),
  library(
    "OpenIDClient", in: "Lab",
    [
      "HTTPClient", .target(name: "HTTPServer", condition: haveLibraries), "JOSE", "JSON",
      "LabEnvironment", "SQLite",
    ]),
  library(
    "OpenIDProviderMock", in: "Lab",
    ["HTTPServer", "JOSE", "JSON", "LabEnvironment", "MockHTTP", "Spelling", "TLS"]),
  library(
    "SampleLab", in: "Lab",
    [
      "Ground", "Gzip", "HTTPClient", "HTTPServer", "LabEnvironment", "MockHTTP",
      "OpenIDProviderMock", "SyncGatewayMock",
    ]),
  library(
    "SyncClient", in: "Lab", ["HTTPClient", "JOSE", "JSON", "LabEnvironment", "SQLite"]),
  library(
    "SyncGatewayMock", in: "Lab",
    [
      "Gzip", "HTTPClient", "HTTPServer", "JOSE", "JSON", "JavaScript", "LabEnvironment",
      "MockHTTP", "SQLite", "Spelling",
    ]),
]

let program: [Target] = [
  .executableTarget(
    name: "docgen",
    dependencies: [
      "DocModel", "FileSystem", "HTTPServer", "Highlighting", "LabEnvironment", "OpenIDClient",
      "OpenIDProviderMock", "Pipeline", "Preview", "Processes", "SampleLab", "Samples", "Spelling",
      "SyncClient", "SyncGatewayMock", "docgen-host",
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
      "CMicroHTTPD", "DocModel", "JSON", "Markdown", "Pipeline", "Processes", "Samples", "Spelling",
      "SyncGatewayMock", "docgen",
    ],
    path: "Sources/docgen-bench", swiftSettings: swiftSettings),
]

let tests: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["Processes"], path: "Tests/TestSupport",
    swiftSettings: swiftSettings),
  tests(of: "BuiltInTheme", ["Templates"]),
  tests(of: "DocModel"),
  tests(of: "DocumentParsing", ["DocModel"], hasFixtures: true),
  tests(of: "FileSystem"),
  tests(of: "Ground"),
  tests(of: "Gzip"),
  tests(of: "HTTPClient", ["HTTPServer"]),
  tests(of: "HTTPServer"),
  tests(of: "Highlighting", hasFixtures: true),
  tests(of: "JOSE", ["JSON"], hasFixtures: true),
  tests(of: "JSON"),
  tests(of: "JavaScript", ["JSON"]),
  tests(of: "LabEnvironment"),
  tests(of: "Markdown", ["DocModel"]),
  tests(of: "MockHTTP"),
  // A process that shares a login with others.
  .executableTarget(
    name: "CredentialSharer", dependencies: ["LabEnvironment", "OpenIDClient"],
    path: "Tests/CredentialSharer", swiftSettings: swiftSettings),
  tests(
    of: "OpenIDClient",
    [
      "CredentialSharer", "HTTPClient", "HTTPServer", "JOSE", "JSON", "LabEnvironment",
      "OpenIDProviderMock", "SQLite",
    ], hasFixtures: true),
  tests(
    of: "OpenIDProviderMock", ["COpenSSL", "HTTPServer", "JOSE", "JSON", "LabEnvironment", "TLS"]),
  // What logs in at the providers in Tests/Peers.
  .executableTarget(
    name: "OpenIDClientForPeers",
    dependencies: ["HTTPClient", "JSON", "LabEnvironment", "OpenIDClient"],
    path: "Tests/OpenIDClientForPeers", swiftSettings: swiftSettings),
  // What the clients in Tests/Peers talk to.
  .executableTarget(
    name: "ProviderForPeers", dependencies: ["JSON", "LabEnvironment", "OpenIDProviderMock"],
    path: "Tests/ProviderForPeers", swiftSettings: swiftSettings),
  tests(
    of: "Pipeline",
    ["DocModel", "DocumentParsing", "Highlighting", "JSON", "Processes", "Samples", "SiteWriting"]),
  tests(of: "Preview", ["DocModel", "HTTPClient"]),
  tests(of: "Processes"),
  tests(of: "SQLite"),
  tests(of: "SampleLab", ["Ground", "HTTPServer", "LabEnvironment", "SyncGatewayMock"]),
  tests(of: "SampleTesting", ["SampleFixtureKit"]),
  tests(
    of: "Samples",
    [
      "CSampleHost", "DocModel", "Ground", "HTTPServer", "JSON", "Processes", "SQLite",
      "SampleHostFixture", "SampleHosting", "docgen-host",
    ],
    hasFixtures: true),
  tests(
    of: "SiteRendering", ["DocModel", "DocumentParsing", "Ground", "Templates"],
    hasFixtures: true),
  tests(of: "SiteWriting", ["DocModel"]),
  tests(of: "SwiftSource"),
  tests(
    of: "SyncClient",
    [
      "HTTPClient", "JSON", "LabEnvironment", "OpenIDProviderMock", "SQLite", "SampleLab",
      "SyncGatewayMock",
    ]),
  tests(of: "SyncGatewayMock", ["Gzip", "HTTPServer", "JOSE", "JSON", "LabEnvironment"]),
  tests(of: "Spelling"),
  tests(of: "Templates", ["DocModel"]),
  tests(of: "YAML", ["DocModel"]),
  .testTarget(
    name: "DocgenTests", dependencies: ["DocModel", "HTTPClient", "TestSupport", "docgen"],
    path: "Tests/DocgenTests", exclude: ["Fixtures"], swiftSettings: swiftSettings),
  .testTarget(
    name: "DocgenBenchTests", dependencies: ["TestSupport", "docgen-bench"],
    path: "Tests/DocgenBenchTests", swiftSettings: swiftSettings),
  .testTarget(
    name: "SiteSamplesTests",
    dependencies: ["DocModel", "Pipeline", "TestSupport", "docgen"],
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
    product("SampleTesting"),
    product("OpenIDClient", naming: ["HTTPClient", "JOSE", "JSON", "LabEnvironment"]),
    product("OpenIDProviderMock", naming: ["HTTPServer", "JOSE", "JSON", "LabEnvironment", "TLS"]),
    product("SyncClient", naming: ["HTTPClient", "JSON", "LabEnvironment"]),
    product("SyncGatewayMock", naming: ["JSON", "LabEnvironment"]),
  ],
  targets: c + ground + bindings + theme + generator + lab + program + tests + sampleFixtures,
  swiftLanguageModes: [.v6]
)
