// swift-tools-version: 6.2

import PackageDescription

let swiftSettings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "count-trips",
  platforms: [.macOS(.v15)],
  targets: [
    .executableTarget(
      name: "count-trips", dependencies: ["JSON", "SQLite"],
      path: "Sources/CountTrips"),
    .target(
      name: "JSON",
      path: "Sources/Bindings/JSON", swiftSettings: swiftSettings),
    .target(
      name: "SQLite",
      dependencies: ["CSQLite"],
      path: "Sources/Bindings/SQLite", swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/C/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
  ],
  swiftLanguageModes: [.v6]
)
