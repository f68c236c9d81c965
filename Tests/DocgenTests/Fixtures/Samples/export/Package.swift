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
      name: "count-trips", dependencies: ["DocgenSQLite", "DocgenJSON"],
      path: "Sources/CountTrips"),
    .target(
      name: "DocgenSQLite",
      dependencies: ["CDocgenSQLite"],
      path: "Sources/Bindings/SQLite", swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CDocgenSQLite",
      path: "Sources/C/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "DocgenJSON",
      path: "Sources/Ground/JSON", swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
