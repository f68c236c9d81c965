import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenPipeline
@testable import DocgenSamples

/// What the package manager says of a build.
@Suite struct BuildDescriptionTests {
  @Test func aClientNeedsModulesHeadersAndMacros() throws {
    let folder = try TemporaryFolder()
    let own = ["-Onone", "-DDEBUG", "-module-cache-path", "/m", "-Xcc", "-fPIC", "-Xcc", "-g"]
    let shared = [
      "-Xcc", "-fmodule-map-file=/p/CTrips.build/module.modulemap", "-Xcc", "-I", "-Xcc",
      "/s/CTrips/include",
    ]
    let macro = ["-Xfrontend", "-load-plugin-executable", "-Xfrontend", "/p/Macros-tool#Macros"]
    let commands = [
      "C.Trips.module": [
        "moduleName": "Trips", "importPath": "/p/Modules",
        "otherArguments": ["-cxx-interoperability-mode=default"],
      ],
      "C.All.module": [
        "moduleName": "All", "importPath": "/p/Modules", "otherArguments": own + shared + macro,
      ],
    ]
    let json = try JSONSerialization.data(withJSONObject: [
      "swiftCommands": commands, "more": 1,
      "targetDependencyMap": ["All": ["Trips", "Maps"], "All1": ["Trips"], "All2": ["Maps"]],
    ])
    try folder.write([UInt8](json), to: "description.json")
    for path in [
      "Trips_Trips.resources/a.txt", "libOther.so", "libAll.so", "libAll1.so", "Trips.build/Trip.o",
    ] {
      try folder.write("", to: path)
    }
    let library = try BuildDescription.library(
      named: "All", parts: ["All1", "All2"], in: folder.url)
    #expect(library.whole.path == "\(folder.url.path)/libAll.so")
    #expect(
      library.arguments == ["-I", "/p/Modules"] + shared
        + ["-load-plugin-executable", "/p/Macros-tool#Macros"])
    #expect(
      library.whole.resources
        == ["Trips_Trips.resources", "libOther.so"].map { "\(folder.url.path)/\($0)" })
    #expect(library.cxxModules == ["Trips"])
    #expect(library.parts.map(\.modules) == [["Trips"], ["Maps"]])
    #expect(library.parts[0].resources == library.whole.resources)
    #expect(library.parts[1].resources == ["\(folder.url.path)/libOther.so"])
  }

  @Test func aMissingDescriptionIsNamed() throws {
    let folder = try TemporaryFolder()
    let error = #expect(throws: (any Error).self) {
      try BuildDescription.library(named: "All", in: folder.url)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("doesn't say how it compiles 'All'"))
  }
}
