import DocgenDocModel
import DocgenGround
import DocgenSamples
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline

/// A package that a site documents.
@Suite struct DocumentedPackageTests {
  private let folder: TemporaryFolder
  private let package: DocumentedPackage

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.0
      import PackageDescription
      let package = Package(
        name: "Trips",
        products: [
          .library(name: "Trips-Dynamic", type: .dynamic, targets: ["Trips"]),
          .library(name: "TripKit", targets: ["Trips"]),
        ],
        targets: [.target(name: "Trips"), .target(name: "Inner")])
      """, to: "Package.swift")
    try folder.write("", to: "Sources/Trips/a.swift")
    try folder.write("", to: "Sources/Inner/a.swift")
    package = try DocumentedPackage(at: folder.url, forSiteAt: folder.url)
  }

  @Test func explainsThatAModuleIsInNoProduct() async throws {
    let problems = ["Inner", "Trips", "Elsewhere"].map { "shown: no such module '\($0)'" }
    #expect(
      try await package.remarks(on: problems) == [
        "'Inner' is in no library product of the package; samples import modules of products"
      ])
    #expect(try await package.remarks(on: []) == [])
  }

  @Test func anExportedProgramDependsOnItsPackage() async throws {
    let products = try await package.products(with: ["Foundation", "Inner", "Trips"])
    #expect(products == ["TripKit"])
    let file = SourceFile(
      path: "Samples/Book.swift", text: "// title: Book\nimport Trips\n\nprint(1)\n")
    let program = try #require(GalleryProgram(file))
    let manifest = try #require(PackageManifest(dump: #"{"targets": []}"#))
    var exported = ExportedPackage(of: program, from: folder.url, manifest: manifest)
    exported.products = products
    exported.folder = URL(filePath: "/packages/Trips")
    let texts = exported.ownFiles.map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(texts[0].contains("dependencies: [.package(path: \"/packages/Trips\")],"))
    #expect(texts[0].contains("dependencies: [.product(name: \"TripKit\", package: \"trips\")],"))
    #expect(texts[1].contains("It uses the package in\n`/packages/Trips`"))
    #expect(!texts[1].contains("copies"))
  }

  /// The package manager plans again only after changes of the package that it builds, docgen's.
  @Test func noticesEveryChangeOfTheFileList() async throws {
    let trips = folder.url.appending(path: "Sources/Trips")
    _ = try await package.build()
    for (old, new) in [("a", "b"), ("b", "c")] {
      try FileManager.default.moveItem(
        at: trips.appending(path: "\(old).swift"), to: trips.appending(path: "\(new).swift"))
      _ = try await package.build()
    }
  }

  @Test func enablesTheTraitsOfTheSite() async throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      // swift-tools-version: 6.1
      import PackageDescription
      let package = Package(
        name: "Maps", products: [.library(name: "Maps", targets: ["Maps"])],
        traits: ["Routes", "Names", .default(enabledTraits: ["Names"])], targets: [.target(name: "Maps")])
      """, to: "Package.swift")
    try folder.write("traits: [Routes]\n", to: "site.yml")
    try folder.write(
      "#if !Routes || !Names\n#error(\"no traits\")\n#endif\n", to: "Sources/Maps/a.swift")
    let library = try await DocumentedPackage(at: folder.url, forSiteAt: folder.url).build()
    #expect(library?.whole.modules == ["Maps"])
  }

  @Test func buildsAgainInAnotherFolder() async throws {
    let old = folder.url.appending(path: "old")
    try folder.write(folder.text("Package.swift") ?? "", to: "old/Package.swift")
    try folder.write("", to: "old/Sources/Trips/a.swift")
    try folder.write("", to: "old/Sources/Inner/a.swift")
    _ = try await DocumentedPackage(at: old, forSiteAt: old).build()
    let new = folder.url.appending(path: "new")
    try FileManager.default.moveItem(at: old, to: new)
    let library = try await DocumentedPackage(at: new, forSiteAt: new).build()
    #expect(library?.whole.path.contains("/new/") == true)
  }

  /// Or nothing could come from a shared cache.
  @Test func theSameSourcesGiveTheSameBytes() async throws {
    let manifest = try #require(folder.text("Package.swift"))
    try folder.write(
      manifest.replacing(
        ".target(name: \"Trips\")",
        with: ".target(name: \"CTrips\"), .target(name: \"Trips\", dependencies: [\"CTrips\"])"),
      to: "Package.swift")
    try folder.write("int stops(void);\n", to: "Sources/CTrips/include/trips.h")
    try folder.write("int stops(void) { return 1; }\n", to: "Sources/CTrips/trips.c")
    try folder.write("import CTrips\npublic let count = stops()\n", to: "Sources/Trips/a.swift")
    var builds: [Data?] = []
    for _ in 1...2 {
      let library = try #require(try await package.build())
      builds.append(FileManager.default.contents(atPath: library.whole.path))
      try FileManager.default.removeItem(
        at: folder.url.appending(path: ".build/docgen/package/.build"))
    }
    #expect(builds[0] != nil && builds[0] == builds[1])
  }

  @Test func reportsWhereTheManifestDoesNotCompile() async throws {
    try folder.write("// swift-tools-version: 6.0\nlet package = packag\n", to: "Package.swift")
    let error = await #expect(throws: DocumentedPackage.BuildFailure.self) {
      try await package.modules()
    }
    #expect(
      error?.description == """
        the package '\(package.folder.path)' doesn't build:
        Package.swift:2:15: error: cannot find 'packag' in scope [compile-error]
            2 | let package = packag
              |               ^
        """)
  }

  @Test func reportsWhereThePackageDoesNotCompile() {
    let output = """
      warning: you may be able to install maps using your system-packager:
          apt-get install libmaps-dev
      Building for debugging...
      /trips/Sources/Trips/a.swift:3:5: error: cannot find 'b' in scope
      /trips/Sources/Trips/a.swift:3:5: error: cannot find 'b' in scope
      /trips/.build/x.swift: error: no position
      /rates/Rate.swift:1:2: error: missing return
      """
    let failure = DocumentedPackage.BuildFailure(package: "/trips", output: output)
    #expect(
      failure.diagnostics.map { "\($0.location): \($0.message.text)" }
        == ["Sources/Trips/a.swift:3:5: cannot find 'b' in scope"])
    let ofOthers = DocumentedPackage.BuildFailure(
      package: "/trips", output: "/rates/Rate.swift:1:2: error: missing return\n")
    #expect(
      ofOthers.diagnostics.map { "\($0.location): \($0.message.text)" }
        == ["/rates/Rate.swift:1:2: missing return"])
    #expect(
      failure.diagnostics.flatMap(\.notes).map(\.text) == [
        "the package manager misses a system library; run 'apt-get install libmaps-dev'"
      ])
    let other = DocumentedPackage.BuildFailure(
      package: "/trips", output: "warning: old\nerror: unknown package 'x'\n")
    #expect(
      other.diagnostics.map { "\($0.location): \($0.message.text)" }
        == ["Package.swift: the package doesn't build: unknown package 'x'"])
    #expect(other.diagnostics.flatMap(\.notes).map(\.text) == ["warning: old"])
  }

  @Test(arguments: [
    ("print(nam)", "cannot find 'nam' in scope", true),
    ("import Trips", "cannot find 'nam' in scope", false),
    ("print(nam)", "missing return", false),
  ])
  func namesASetupWherePagesImportNothing(_ line: String, _ problem: String, _ applies: Bool) {
    let id = SampleID(file: "README.md", name: "1")
    let sample = Sample(
      id: id, file: "README.md", range: SourceRange(at: SourcePosition(line: 1, column: 1)),
      lines: [Sample.Line(text: line, number: 2)])
    var diagnostic = Diagnostic(
      .init(.compileError, problem), at: SourceLocation(file: "README.md"))
    diagnostic.sample = id
    #expect(SetupRemark.applies(to: [sample], after: [diagnostic]) == applies)
  }
}
