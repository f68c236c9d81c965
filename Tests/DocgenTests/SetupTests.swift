import DocgenTestSupport
import Foundation
import Testing

/// The first five minutes: from an empty folder to a verified page.
@Suite(.fewAtOnce) struct SetupTests {
  @Test func anEmptyFolderBecomesAVerifiedPage() async throws {
    let folder = try TemporaryFolder()
    try folder.write("*.o\nsite", to: ".gitignore")
    try folder.write(
      "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@github.com:example/trips.git\n",
      to: ".git/config")
    let start = try await docgen(["init"], in: folder)
    #expect(start.status == 0, "\(start.errorOutput)")
    #expect(folder.text(".gitignore") == "*.o\nsite\n/.build/\n")
    #expect(
      folder.text("content/site.yml")?.contains("repository: https://github.com/example/trips\n")
        == true)
    #expect(try await docgen(["new", "guide", "sign-in"], in: folder).status == 0)
    #expect(try await docgen(["new", "sample", "trips/log-out"], in: folder).status == 0)
    #expect(folder.text("Samples/trips/LogOut.swift")?.hasPrefix("// title: Log out\n") == true)
    let build = try await docgen(["build"], in: folder)
    #expect(build.output.contains("3 samples (0 cached, 3 compiled, 3 run, 0 failed"), "\(build)")
    #expect(folder.text("site/sign-in/index.html")?.contains("Sign in") == true)

    try folder.write("# Mine\n", to: "content/index.md")
    let again = try await docgen(["init"], in: folder)
    #expect(again.output.contains("no page was written, because there are documents; "))
    #expect(again.output.contains("content/site.yml exists and stays as it is"))
    #expect(folder.text("content/index.md") == "# Mine\n")
    let taken = try await docgen(["new", "guide", "sign-in"], in: folder)
    #expect(taken.status == 2)
    #expect(taken.errorOutput.contains("'content/sign-in.md' exists; choose another name"))
  }

  @Test func aFolderWithDocumentsKeepsItsPages() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Trips\n", to: "Trips.docc/Trips.md")
    let start = try await docgen(["init"], in: folder)
    #expect(start.output.contains("no page was written, because there are documents; "), "\(start)")
    #expect(folder.text("site.yml") != nil)
    #expect(try await docgen(["new", "guide", "Sign-in"], in: folder).status == 0)
    #expect(folder.text("Trips.docc/Sign-in.md") != nil, "\(folder.snapshot())")
    let check = try await docgen(["check"], in: folder)
    #expect(check.output.contains("checked: 2 pages"), "\(check)")
  }

  @Test func aPackageWithContentHasItsPagesThere() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"Trips\")\n",
      to: "Package.swift")
    try folder.write("title: Trips\n", to: "content/site.yml")
    #expect(try await docgen(["init"], in: folder).status == 0)
    #expect(folder.text("content/index.md") != nil)
    #expect(folder.text("README.md") == nil)
    try folder.write("title: Mine\n", to: "site.yml")
    try FileManager.default.removeItem(at: folder.url.appending(path: "content/site.yml"))
    #expect(try await docgen(["init"], in: folder).status == 0)
    #expect(folder.text("content/site.yml") == nil)
  }

  @Test func thePagesOfAPackageAreItsDocuments() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "swift-trips",
        products: [
          .library(name: "Tickets", targets: ["Tickets", "Trips"]),
          .library(name: "Trips", targets: ["Trips", "trip-plans"]),
        ],
        targets: [
          .target(name: "Tickets"), .target(name: "Trips"), .target(name: "trip-plans"),
        ])
      """, to: "Package.swift")
    try folder.write("# Trips\n", to: "README.md")
    try folder.write("# Start\n", to: "docs/start.md")
    let start = try await docgen(["init"], in: folder)
    #expect(start.output.contains("no page was written, because there are documents; "), "\(start)")
    #expect(folder.text("docs/GettingStarted.md") == nil)
    let configuration = folder.text("site.yml") ?? ""
    #expect(configuration.hasPrefix("title: Trips\n"), "\(configuration)")
    #expect(
      configuration.contains("# reference: [Trips, trip_plans, Tickets]\n"), "\(configuration)")
    let workflow = folder.text(".github/workflows/documents.yml")
    #expect(
      workflow?.contains("swift package docgen check --strict --confine require --format") == true)
    #expect(try await docgen(["new", "guide", "docs/sign-in"], in: folder).status == 0)
    #expect(folder.text("docs/sign-in.md") != nil, "\(folder.snapshot())")
    let without = try TemporaryFolder()
    try without.write(folder.text("Package.swift") ?? "", to: "Package.swift")
    try without.write("# Trips\n", to: "README.md")
    #expect(try await docgen(["init"], in: without).status == 0)
    #expect(without.text("Docs/GettingStarted.md") != nil, "\(without.snapshot())")
  }

  @Test(arguments: [
    ("guide", "content/Log in & out.md", "content/log-in-out.md", "Log in out"),
    ("guide", "guides/Sign_in", "content/guides/sign-in.md", "Sign in"),
    ("sample", "Samples/push docs.swift", "Samples/PushDocs.swift", "Push docs"),
  ])
  func aNewFileHasANameForAnAddress(
    kind: String, name: String, path: String, title: String
  ) async throws {
    let folder = try TemporaryFolder()
    let run = try await docgen(["new", kind, name, "--root", "guides"], in: folder)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(folder.text("guides/\(path)")?.contains("\(title)\n") == true, "\(folder.snapshot())")
  }

  @Test func theDoctorMakesNoFolder() async throws {
    let folder = try TemporaryFolder()
    let run = try await docgen(["doctor", "nowhere"], in: folder)
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("there is no folder 'nowhere'"))
    #expect(folder.snapshot().isEmpty)
  }

  @Test(arguments: ["../x", "/x", ".hidden", "a//b", "..", "&"])
  func aNewFileStaysInTheFolder(_ name: String) async throws {
    let folder = try TemporaryFolder()
    #expect(try await docgen(["new", "guide", name], in: folder).status == 2)
    #expect(folder.snapshot().isEmpty)
  }

  @Test func theDoctorRunsASample() async throws {
    let folder = try TemporaryFolder()
    let run = try await docgen(["doctor"], in: folder)
    #expect(run.status == 0, "\(run)")
    #expect(run.output.contains(/ok +Swift compiles samples/))
    #expect(run.output.contains(/ok +a sample compiles and runs in \d+\.\d s/), "\(run.output)")
    #expect(!run.output.contains("library "))
  }

  /// The packages that README's quick start installs.
  private func installedPackages() throws -> [Substring] {
    let file = BuiltProducts.packageRoot.appending(path: "README.md")
    let readme = try String(contentsOf: file, encoding: .utf8)
    return try #require(readme.firstMatch(of: /--no-install-recommends ([a-z0-9 \-]+) &&/)).1
      .split(separator: " ")
  }

  @Test func thePackagesAreThoseOfTheReadme() throws {
    let source = try String(
      contentsOf: BuiltProducts.packageRoot.appending(
        path: "Sources/Program/Setup/Requirement.swift"),
      encoding: .utf8)
    let list = try #require(source.firstMatch(of: /libraries = \[([^\]]+)\]/)).1
    let names = list.matches(of: /"([^"]+)"/).map { Substring($0.1) }
    try #expect(installedPackages().filter { !Self.ofServers.contains($0) } == names)
    for (page, packages) in try [("package", names), ("index", installedPackages())] {
      let guide = try String(
        contentsOf: BuiltProducts.packageRoot.appending(path: "content/writing/\(page).md"),
        encoding: .utf8)
      let lines = try #require(guide.firstMatch(of: /--no-install-recommends \\\n([^`]+)/)).1
      #expect(lines.split { $0.isWhitespace || $0 == "\\" } == packages)
    }
  }

  /// The packages that only the mocks and the preview need.
  private static let ofServers: Set<Substring> = ["duktape-dev", "libmicrohttpd-dev", "libssl-dev"]

  /// What the manifest says of each product is in the guide, too.
  @Test func theDoctorNamesThePackagesOfEachProduct() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      "// swift-tools-version: 6.2\nimport PackageDescription\nlet package = Package(name: \"kit\")\n",
      to: "Package.swift")
    let run = try await docgen(["doctor"], in: folder)
    let lines = run.output.matches(of: /library +(\w+) needs ([^,\n]+)(?:, with servers (.+))?/)
    let said = Dictionary(
      uniqueKeysWithValues: lines.map { (String($0.1), $0.2.split(separator: " ")) })
    for line in lines where ["DocgenProgram", "SampleTesting"].contains(line.1) {
      #expect(Set(line.3?.split(separator: " ") ?? []) == Self.ofServers)
    }
    let few = try #require(said["DocgenProgram"])
    // The others are programs, and the allocator, which only docgen itself is linked with.
    let others: Set<Substring> = ["bubblewrap", "curl", "libgoogle-perftools-dev", "pkg-config"]
    try #expect(Set(few).union(others).union(Self.ofServers) == Set(installedPackages()))
    #expect(said["OpenIDClient"] == ["libcurl4-openssl-dev", "libsqlite3-dev", "libssl-dev"])
    let guide = try String(
      contentsOf: BuiltProducts.packageRoot.appending(path: "content/own-package.md"),
      encoding: .utf8)
    let rows = guide.matches(of: /(?m)^\| `(\w+)` \|.*\| ([^|]+) \|$/)
    #expect(rows.count == said.count)
    for row in rows {
      let packages = said[String(row.1)]
      let text = String(row.2)
      #expect(
        text.hasPrefix("[all that docgen needs]")
          ? packages == few
          : packages == text.split(separator: ", ").map { $0.filter { $0 != "`" } })
    }
  }
}
