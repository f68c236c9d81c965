import DocgenDocModel
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// Modules from outside, such as those of the package that a site documents.
@Suite(.fewAtOnce) struct ModuleLibraryTests {
  private let page = samples(
    """
    ```swift runnable
    import Trips
    print(Trip.name)
    ```

    ```swift runnable
    import Hotels
    print(Hotel.name)
    ```

    ```swift runnable
    import SampleFixtureKit
    print(FixtureKit.name)
    ```

    ```swift runnable
    print("imports nothing")
    ```
    """)

  /// Two parts with a module each; `Trips` has a C module and reads a file.
  private struct Libraries {
    let site: TestSite

    var root: URL { site.folder }
    var resources: URL { root.appending(path: "trips.resources") }

    func write(_ text: String, to path: String) throws { try site.write(text, to: path) }

    func make(_ name: String, _ source: String) async throws {
      try await site.compile(
        name, source, to: name,
        [
          "-emit-library", "-o", "lib\(name).so", "-Xcc",
          "-fmodule-map-file=\(root.path)/c/module.modulemap",
        ])
    }

    func makeAll() async throws {
      try write("static inline int stops(void) { return 2; }", to: "c/stops.h")
      try write("module CStops { header \"stops.h\" export * }", to: "c/module.modulemap")
      try write("read", to: "trips.resources/name.txt")
      try await makeTrips("\"Trip \"")
      try await make("Hotels", "public enum Hotel { public static var name: String { \"Hotel\" } }")
      try await make("All", "")
    }

    func makeTrips(_ name: String) async throws {
      try await make(
        "Trips",
        """
        import CStops
        import Foundation
        public enum Trip {
          public static var name: String {
            let data = FileManager.default.contents(atPath: "\(resources.path)/name.txt")
            return \(name) + String(decoding: data ?? Data(), as: UTF8.self) + " \\(stops())"
          }
        }
        """)
    }

    func run(
      _ page: [Sample], confinedBy confinement: Confinement = .bubblewrap
    ) async throws -> SampleReport {
      try await engine(confinedBy: confinement).run(page)
    }

    func engine(
      confinedBy confinement: Confinement = .bubblewrap, options: [String] = []
    ) throws -> SampleEngine {
      var environment = try site.environment(confinedBy: confinement)
      func part(
        _ name: String, _ modules: Set<String>, resources: [String] = []
      ) -> ModuleLibrary.Part {
        .init(path: "\(root.path)/\(name)/lib\(name).so", modules: modules, resources: resources)
      }
      environment.library = ModuleLibrary(
        part("All", ["CStops", "Hotels", "Trips"]),
        parts: [
          part("Trips", ["CStops", "Trips"], resources: [resources.path]),
          part("Hotels", ["Hotels"]),
        ],
        arguments: [
          "-I", "\(root.path)/Trips", "-I", "\(root.path)/Hotels", "-Xcc",
          "-fmodule-map-file=\(root.path)/c/module.modulemap",
        ] + options)
      return SampleEngine(environment: environment)
    }
  }

  @Test func onlyTheSamplesOfAChangedLibraryRunAgain() async throws {
    let site = try TestSite()
    let libraries = Libraries(site: site)
    try await libraries.makeAll()
    func origins() async throws -> [SampleOutcome.Origin] {
      try await libraries.run(page).outcomes.map(\.origin)
    }
    let first = try await libraries.run(page)
    #expect(
      first.outcomes.map(\.output)
        == ["Trip read 2\n", "Hotel\n", "SampleFixtureKit\n", "imports nothing\n"])
    #expect(try await origins() == [.cached, .cached, .cached, .cached])

    // The module's interface stays the same.
    try await libraries.makeTrips("\"Journey \"")
    let edited = try await libraries.run(page)
    #expect(edited.outcomes.map(\.origin) == [.compiledEarlier, .cached, .cached, .cached])
    #expect(edited.outcomes[0].output == "Journey read 2\n")

    try libraries.write("changed", to: "trips.resources/name.txt")
    let reread = try await libraries.run(page)
    #expect(reread.outcomes.map(\.origin) == [.compiledEarlier, .cached, .cached, .cached])
    #expect(reread.outcomes[0].output == "Journey changed 2\n")

    // A header may be visible through the Swift module.
    try libraries.write("static inline int stops(void) { return 3; }", to: "c/stops.h")
    #expect(try await origins() == [.fresh, .cached, .cached, .cached])
    #expect(try await origins() == [.cached, .cached, .cached, .cached])
  }

  /// The tool that reads symbols has no options for macros.
  @Test func readsTheSymbolsOfAPackageWithMacros() async throws {
    let site = try TestSite()
    let libraries = Libraries(site: site)
    try await libraries.makeAll()
    let engine = try libraries.engine(options: ["-load-plugin-executable", "/none#Macros"])
    let graph = try await engine.symbolGraph(ofModule: "Hotels")
    #expect(graph.contains("\"title\":\"Hotel\""), "\(graph)")
  }

  @Test(
    arguments: [
      (["Trips"], ["trips"]), (["Trips", "Maps"], ["trips"]), (["Maps"], ["maps"]),
      (["Trips", "Hotels"], ["all"]), (["Hotels", "Maps"], ["hotels"]),
      (["CZlib", "Trips"], ["all"]), (["Trips", "Clocks"], ["clocks", "trips"]),
      (["Trips", "Hotels", "Clocks"], ["all"]),
    ] as [(Set<String>, [String])])
  func aSampleLoadsTheSmallestParts(_ modules: Set<String>, _ paths: [String]) {
    let library = ModuleLibrary(
      ModuleLibrary.Part(path: "all", modules: ["Clocks", "Hotels", "Maps", "Trips"]),
      parts: [
        ModuleLibrary.Part(path: "clocks", modules: ["Clocks"]),
        ModuleLibrary.Part(path: "trips", modules: ["Maps", "Trips"]),
        ModuleLibrary.Part(path: "maps", modules: ["Maps"]),
        ModuleLibrary.Part(path: "hotels", modules: ["Hotels", "Maps"]),
      ], arguments: [])
    #expect(library.parts(with: modules).map(\.path) == paths)
  }

  @Test func onlyClientsOfCXXImportIt() {
    let library = ModuleLibrary(
      ModuleLibrary.Part(path: "all"), arguments: [], cxxModules: ["Tracks"])
    #expect(library.arguments(ofImporting: ["Trips"]).isEmpty)
    #expect(
      library.arguments(ofImporting: ["Tracks", "Trips"]) == ["-cxx-interoperability-mode=default"])
  }

  /// The folder is below a user's home, where bubblewrap shows the sample's own.
  @Test(arguments: [Confinement.bubblewrap, .landlock, .none])
  func confinedSamplesReadTheirLibraryAndItsResources(_ confinement: Confinement) async throws {
    let home = NSHomeDirectory() == "/root" ? "/home" : NSHomeDirectory()
    let site = try TestSite(in: URL(filePath: home))
    let libraries = Libraries(site: site)
    try await libraries.makeAll()
    let report = try await libraries.run(page, confinedBy: confinement)
    #expect(report.outcomes[0].output == "Trip read 2\n")
    #expect(report.outcomes.allSatisfy { $0.result == .passed })
  }

  @Test func aMissingLibraryIsNamed() async throws {
    let site = try TestSite()
    let libraries = Libraries(site: site)
    await #expect(
      throws: EnvironmentError.noLibrary(path: "\(libraries.root.path)/All/libAll.so")
    ) {
      _ = try await libraries.run(page)
    }
  }
}
