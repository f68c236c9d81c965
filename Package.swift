// swift-tools-version: 6.2

import Foundation
import PackageDescription

/// Returns the folder of a target: its name without `Docgen`.
///
/// A package graph can't have two targets of the same name, so only those that other packages name
/// do without that prefix.
func folder(of target: String) -> String {
  target.replacingOccurrences(of: "Docgen", with: "")
}

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
let exportsSymbols: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "--export-dynamic"], .when(platforms: [.linux]))
]

/// A C library of the system: a module map and `shim.h` in `Sources/C`, found through pkg-config.
func cLibrary(_ name: String, pkgConfig: String, debian packages: [String]) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(folder(of: name))", pkgConfig: pkgConfig,
    providers: [.apt(packages)])
}

/// C of our own, for what Swift cannot do: variadic calls, C++, signal handlers.
func shim(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, path: "Sources/C/\(folder(of: name))")
}

/// A library target in one of the rooms of `Sources`.
func library(_ name: String, in room: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/\(room)/\(folder(of: name))",
    swiftSettings: swiftSettings)
}

/// The tests of one target: `Tests/<Folder>Tests`, whose `Fixtures` are read where they lie.
func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], hasFixtures: Bool = false
) -> Target {
  .testTarget(
    name: "\(folder(of: name))Tests",
    dependencies: [.byName(name: name), "DocgenTestSupport"] + dependencies,
    path: "Tests/\(folder(of: name))Tests", exclude: hasFixtures ? ["Fixtures"] : [],
    swiftSettings: swiftSettings)
}

let c: [Target] = [
  cLibrary(
    "CDocgenCmarkGFM", pkgConfig: "libcmark-gfm",
    debian: ["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]),
  cLibrary("CDocgenCurl", pkgConfig: "libcurl", debian: ["libcurl4-openssl-dev"]),
  cLibrary("CDocgenSQLite", pkgConfig: "sqlite3", debian: ["libsqlite3-dev"]),
  cLibrary("CDocgenMicroHTTPD", pkgConfig: "libmicrohttpd", debian: ["libmicrohttpd-dev"]),
  // libssl and libcrypto.
  cLibrary("CDocgenOpenSSL", pkgConfig: "openssl", debian: ["libssl-dev"]),
  cLibrary("CDocgenCairo", pkgConfig: "cairo", debian: ["libcairo2-dev", "fonts-dejavu-core"]),
  cLibrary("CDocgenGumbo", pkgConfig: "gumbo", debian: ["libgumbo-dev"]),
  cLibrary("CDocgenZlib", pkgConfig: "zlib", debian: ["zlib1g-dev"]),
  // An allocator: threads wait less for each other in it than in that of the GNU C library.
  cLibrary(
    "CDocgenTCMalloc", pkgConfig: "libtcmalloc_minimal", debian: ["libgoogle-perftools-dev"]),
  cLibrary("CDocgenYAML", pkgConfig: "yaml-0.1", debian: ["libyaml-dev"]),
  cLibrary("CDocgenDuktape", pkgConfig: "duktape", debian: ["duktape-dev"]),
  cLibrary(
    "CDocgenSourceHighlightLibrary", pkgConfig: "source-highlight",
    debian: [
      "libsource-highlight-dev"
    ]),
  shim("CDocgenDuktapeGuard", ["CDocgenDuktape"]),
  shim("CDocgenSampleHost"),
  shim("CDocgenSampleTestHost"),
  shim("CDocgenSourceHighlight", ["CDocgenSourceHighlightLibrary"]),
  shim("CDocgenSourceKit"),
]

/// Systems that have C libraries beside their own; elsewhere the kits do without.
let haveLibraries = TargetDependencyCondition.when(platforms: [.linux, .macOS])

/// Targets that only a docgen with its servers has, and with them OpenSSL, libmicrohttpd and
/// Duktape.
func withServers(_ names: String...) -> [Target.Dependency] {
  names.map { .target(name: $0, condition: .when(traits: ["Servers"])) }
}

/// Values that every room may use.
let ground: [Target] = [
  library("DocgenGround", in: "Ground"),
  library("DocgenHashing", in: "Ground"),
  library("DocgenJSON", in: "Ground"),
]

/// One façade for each library of the system.
let bindings: [Target] = [
  library("DocgenDrawing", in: "Bindings", ["CDocgenCairo", "CDocgenZlib"]),
  library("DocgenGzip", in: "Bindings", ["CDocgenZlib"]),
  library(
    "DocgenHTTPClient", in: "Bindings",
    [.target(name: "CDocgenCurl", condition: .when(platforms: [.linux]))]),
  library("DocgenHTMLParsing", in: "Bindings", ["CDocgenGumbo"]),
  library("DocgenHTTPServer", in: "Bindings", ["CDocgenMicroHTTPD"]),
  library("DocgenHighlighting", in: "Bindings", ["CDocgenSourceHighlight", "DocgenGround"]),
  library(
    "DocgenJOSE", in: "Bindings",
    [.target(name: "CDocgenOpenSSL", condition: haveLibraries), "DocgenHashing", "DocgenJSON"]),
  library("DocgenJavaScript", in: "Bindings", ["CDocgenDuktapeGuard", "DocgenJSON"]),
  library("DocgenSQLite", in: "Bindings", ["CDocgenSQLite"]),
  library("DocgenTLS", in: "Bindings", ["CDocgenOpenSSL"]),
]

/// The theme in `templates`, compiled into docgen.
let theme: [Target] = [
  .executableTarget(
    name: "docgen-theme-embedder",
    path: "Sources/Plugins/theme-embedder", swiftSettings: swiftSettings),
  .plugin(
    name: "DocgenEmbedTheme", capability: .buildTool(), dependencies: ["docgen-theme-embedder"],
    path: "Sources/Plugins/EmbedTheme"),
  .target(
    name: "DocgenBuiltInTheme", dependencies: ["DocgenDocModel", "DocgenGround"],
    path: "Sources/Generator/BuiltInTheme",
    swiftSettings: swiftSettings, plugins: ["DocgenEmbedTheme"]),
]

/// From the author's documents to the site.
let generator: [Target] = [
  library("DocgenDocModel", in: "Generator", ["DocgenGround"]),
  library(
    "DocgenDocumentParsing", in: "Generator",
    ["CDocgenCmarkGFM", "CDocgenYAML", "DocgenDocModel", "DocgenGround"]),
  library(
    "DocgenPipeline", in: "Generator",
    [
      "DocgenBuiltInTheme", "DocgenClocks", "DocgenDocModel",
      "DocgenDocumentParsing", "DocgenGround", "DocgenGzip", "DocgenHashing", "DocgenHighlighting",
      "DocgenJSON", "DocgenProcesses", "DocgenSamples", "DocgenSiteRendering",
    ] + withServers("DocgenMockHTTP", "OpenIDProviderMock", "SampleLab", "SyncGatewayMock")),
  library("DocgenProcesses", in: "Generator", ["CDocgenSampleHost", "DocgenGround"]),
  library(
    "DocgenSamples", in: "Generator",
    [
      "CDocgenSampleHost", "CDocgenSourceKit", "DocgenDocModel", "DocgenGround", "DocgenHTTPClient",
      "DocgenHashing", "DocgenJSON", "DocgenProcesses", "DocgenSQLite", "DocgenSampleHosting",
    ]),
  .target(
    name: "SampleTesting",
    dependencies: [
      "CDocgenSampleTestHost", "DocgenDocModel", "DocgenDocumentParsing", "DocgenGround",
      "DocgenPipeline", "DocgenSamples",
    ] + withServers("SampleLab"),
    path: "Sources/Generator/SampleTesting", swiftSettings: swiftSettings,
    linkerSettings: exportsSymbols),
  library("DocgenSampleHosting", in: "Generator", ["CDocgenSampleHost"]),
  library(
    "DocgenSiteRendering", in: "Generator",
    [
      "DocgenDocModel", "DocgenDrawing", "DocgenGround", "DocgenHTMLParsing", "DocgenHashing",
      "DocgenJSON",
    ]),
]

/// The servers that samples talk to.
let mocks: [Target] = [
  library("DocgenMockHTTP", in: "Mocks", ["DocgenJSON"]),
  library(
    "OpenIDProviderMock", in: "Mocks",
    [
      "DocgenClocks", "DocgenGround", "DocgenHTTPClient", "DocgenHTTPServer", "DocgenHashing",
      "DocgenJOSE", "DocgenJSON", "DocgenMockHTTP",
    ]),
  library(
    "SampleLab", in: "Mocks",
    [
      "DocgenClocks", "DocgenGround", "DocgenGzip", "DocgenHTTPClient", "DocgenHTTPServer",
      "DocgenMockHTTP", "OpenIDProviderMock", "SyncGatewayMock",
    ]),
  library(
    "SyncGatewayMock", in: "Mocks",
    [
      "DocgenClocks", "DocgenGround", "DocgenGzip", "DocgenHTTPClient", "DocgenHTTPServer",
      "DocgenHashing", "DocgenJOSE", "DocgenJSON", "DocgenJavaScript", "DocgenMockHTTP",
      "DocgenSQLite",
    ]),
]

/// Clients for apps.
let kits: [Target] = [
  library("DocgenClocks", in: "Kits"),
  library(
    "OpenIDClient", in: "Kits",
    [
      "DocgenClocks", "DocgenHTTPClient", "DocgenHashing", "DocgenJOSE", "DocgenJSON",
      "DocgenSQLite",
    ]),
  library("LoopbackLogin", in: "Kits", ["DocgenHTTPServer", "OpenIDClient"]),
  library(
    "SyncClient", in: "Kits",
    [
      "DocgenClocks", "DocgenHTTPClient", "DocgenHashing", "DocgenJOSE", "DocgenJSON",
      "DocgenSQLite",
    ]),
]

let program: [Target] = [
  // Builds and starts docgen by itself, so it depends on nothing.
  .plugin(
    name: "DocgenPlugin",
    capability: .command(
      intent: .custom(
        verb: "docgen", description: "Verifies the package's documents, and builds a site of them")),
    path: "Plugins/Docgen"),
  // Samples find the kits in a program with this, and run in it as in a test program.
  .target(
    name: "DocgenProgram",
    dependencies: [
      "DocgenDocModel", "DocgenGround", "DocgenHighlighting", "DocgenPipeline", "DocgenProcesses",
      "DocgenSamples", "SampleTesting",
    ]
      + withServers(
        "DocgenClocks", "DocgenHTTPServer", "DocgenMockHTTP", "DocgenTLS", "LoopbackLogin",
        "OpenIDClient", "OpenIDProviderMock", "SampleLab", "SyncClient", "SyncGatewayMock"),
    path: "Sources/Program", swiftSettings: swiftSettings, linkerSettings: exportsSymbols),
  .executableTarget(
    name: "docgen",
    dependencies: [
      "DocgenProgram", "docgen-host",
      .target(name: "CDocgenTCMalloc", condition: .when(platforms: [.linux])),
    ],
    path: "Sources/docgen", swiftSettings: swiftSettings, linkerSettings: exportsSymbols),
  // Started by docgen, which lies beside it, for samples that import nothing of docgen's.
  .executableTarget(
    name: "docgen-host", dependencies: ["DocgenSampleHosting"], path: "Sources/docgen-host",
    swiftSettings: swiftSettings, linkerSettings: exportsSymbols),
  // Depends on docgen itself, in which the samples it measures run.
  .executableTarget(
    name: "docgen-bench",
    dependencies: [
      "CDocgenMicroHTTPD", "DocgenGround", "DocgenJSON",
      "DocgenPipeline", "DocgenProcesses", "DocgenSamples", "SyncGatewayMock", "docgen",
    ],
    path: "Sources/docgen-bench", swiftSettings: swiftSettings),
]

let tests: [Target] = [
  .target(
    name: "DocgenTestSupport",
    dependencies: ["DocgenDocModel", "DocgenGround", "DocgenProcesses", "DocgenSiteRendering"],
    path: "Tests/TestSupport",
    swiftSettings: swiftSettings),
  tests(
    of: "DocgenBuiltInTheme",
    [
      "DocgenDocModel", "DocgenDocumentParsing", "DocgenGround", "DocgenJSON",
      "DocgenSiteRendering",
    ]),
  tests(of: "DocgenClocks"),
  tests(of: "DocgenDocModel", ["DocgenGround"]),
  tests(of: "DocgenDocumentParsing", ["DocgenDocModel", "DocgenGround"], hasFixtures: true),
  tests(of: "DocgenDrawing"),
  tests(of: "DocgenGround"),
  tests(of: "DocgenGzip"),
  tests(of: "DocgenHTMLParsing"),
  tests(of: "DocgenHTTPClient", ["DocgenHTTPServer"]),
  tests(of: "DocgenHTTPServer"),
  tests(of: "DocgenHighlighting", hasFixtures: true),
  tests(of: "DocgenJOSE", ["DocgenHashing", "DocgenJSON"], hasFixtures: true),
  tests(of: "DocgenJSON"),
  tests(of: "DocgenJavaScript", ["DocgenJSON"]),
  tests(of: "DocgenMockHTTP"),
  // A process that shares a login with others.
  .executableTarget(
    name: "CredentialSharer", dependencies: ["DocgenClocks", "OpenIDClient"],
    path: "Tests/CredentialSharer", swiftSettings: swiftSettings),
  tests(
    of: "OpenIDClient",
    [
      "CredentialSharer", "DocgenClocks", "DocgenHTTPClient", "DocgenHTTPServer", "DocgenHashing",
      "DocgenJOSE", "DocgenJSON", "DocgenMockHTTP", "DocgenSQLite", "LoopbackLogin",
      "OpenIDProviderMock",
    ], hasFixtures: true),
  tests(
    of: "OpenIDProviderMock",
    [
      "DocgenClocks", "DocgenHTTPClient", "DocgenHTTPServer", "DocgenHashing", "DocgenJOSE",
      "DocgenJSON", "DocgenMockHTTP", "DocgenTLS",
    ]),
  // What logs in at the providers in Tests/Peers.
  .executableTarget(
    name: "OpenIDClientForPeers",
    dependencies: ["DocgenClocks", "DocgenHTTPClient", "DocgenJSON", "OpenIDClient"],
    path: "Tests/OpenIDClientForPeers", swiftSettings: swiftSettings),
  // What the clients in Tests/Peers talk to.
  .executableTarget(
    name: "ProviderForPeers",
    dependencies: ["DocgenClocks", "DocgenJSON", "DocgenMockHTTP", "OpenIDProviderMock"],
    path: "Tests/ProviderForPeers", swiftSettings: swiftSettings),
  tests(
    of: "DocgenPipeline",
    [
      "DocgenDocModel", "DocgenDocumentParsing", "DocgenGround", "DocgenGzip", "DocgenHashing",
      "DocgenHighlighting", "DocgenJSON", "DocgenProcesses", "DocgenSamples", "DocgenSiteRendering",
    ], hasFixtures: true),
  tests(of: "DocgenProcesses"),
  tests(of: "DocgenSQLite"),
  tests(
    of: "SampleLab",
    ["DocgenClocks", "DocgenGround", "DocgenHTTPServer", "DocgenMockHTTP", "SyncGatewayMock"]),
  tests(of: "SampleTesting", ["SampleFixtureKit"]),
  tests(
    of: "DocgenSamples",
    [
      "CDocgenSampleHost", "DocgenDocModel", "DocgenDocumentParsing", "DocgenGround",
      "DocgenHTTPServer", "DocgenJSON", "DocgenProcesses", "DocgenSQLite", "DocgenSampleHosting",
      "SampleHostFixture", "docgen-host",
    ],
    hasFixtures: true),
  tests(
    of: "DocgenSiteRendering",
    [
      "DocgenDocModel", "DocgenDocumentParsing", "DocgenGround", "DocgenHTMLParsing",
      "DocgenHTTPServer", "DocgenJSON",
    ],
    hasFixtures: true),
  tests(
    of: "SyncClient",
    [
      "DocgenClocks", "DocgenHTTPClient", "DocgenJSON", "DocgenMockHTTP", "DocgenSQLite",
      "OpenIDProviderMock", "SampleLab", "SyncGatewayMock",
    ]),
  tests(
    of: "SyncGatewayMock",
    [
      "DocgenClocks", "DocgenGzip", "DocgenHTTPClient", "DocgenHTTPServer", "DocgenHashing",
      "DocgenJOSE", "DocgenJSON", "DocgenMockHTTP",
    ]),
  .testTarget(
    name: "DocgenTests",
    dependencies: [
      "DocgenDocModel", "DocgenGround", "DocgenHTTPClient", "DocgenHashing", "DocgenProgram",
      "DocgenTestSupport", "SyncGatewayMock", "docgen",
    ],
    path: "Tests/DocgenTests", exclude: ["Fixtures"], swiftSettings: swiftSettings),
  .testTarget(
    name: "DocgenBenchTests", dependencies: ["DocgenTestSupport", "docgen-bench"],
    path: "Tests/DocgenBenchTests", swiftSettings: swiftSettings),
  .testTarget(
    name: "SiteSamplesTests",
    dependencies: [
      "DocgenDocModel", "DocgenGround", "DocgenPipeline", "DocgenTestSupport", "docgen",
    ],
    path: "Tests/SiteSamplesTests", swiftSettings: swiftSettings),
]

/// A host for samples and a library for them to import, both for the engine's tests alone.
let sampleFixtures: [Target] = [
  .target(
    name: "SampleFixtureKit", path: "Tests/SampleFixtureKit", swiftSettings: swiftSettings),
  .executableTarget(
    name: "SampleHostFixture", dependencies: ["DocgenSamples", "SampleFixtureKit"],
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
    product("DocgenProgram"),
    product("SampleTesting"),
    product(
      "OpenIDClient", naming: ["DocgenClocks", "DocgenHTTPClient", "DocgenJOSE", "DocgenJSON"]),
    product("LoopbackLogin"),
    product(
      "SampleLab",
      naming: [
        "DocgenClocks", "DocgenMockHTTP", "OpenIDProviderMock", "SyncGatewayMock",
      ]),
    product(
      "OpenIDProviderMock",
      naming: [
        "DocgenClocks", "DocgenHTTPClient", "DocgenHTTPServer", "DocgenJOSE", "DocgenJSON",
        "DocgenMockHTTP",
      ]),
    product("SyncClient", naming: ["DocgenClocks", "DocgenHTTPClient", "DocgenJSON"]),
    product("SyncGatewayMock", naming: ["DocgenClocks", "DocgenJSON", "DocgenMockHTTP"]),
  ],
  traits: [
    .default(enabledTraits: ["Servers"]),
    .trait(
      name: "Servers",
      description: "The mock servers and the clients for them, 'docgen lab' and 'docgen serve'"),
  ],
  targets: c + ground + bindings + theme + generator + mocks + kits + program + tests
    + sampleFixtures,
  swiftLanguageModes: [.v6]
)
