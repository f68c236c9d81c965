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
      name: "count-trips", dependencies: ["SQLite", "JSON"],
      path: "Sources/CountTrips"),
    .target(
      name: "SQLite",
      dependencies: ["CSQLite"],
      path: "Sources/Bindings/SQLite", swiftSettings: swiftSettings),
    .systemLibrary(
      name: "CSQLite",
      path: "Sources/C/CSQLite", pkgConfig: "sqlite3",
      providers: [.apt(["libsqlite3-dev"])]),
    .target(
      name: "JSON",
      path: "Sources/Ground/JSON", swiftSettings: swiftSettings),
  ],
  swiftLanguageModes: [.v6]
)
