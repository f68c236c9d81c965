import Foundation
import Testing

/// The rooms of the house know each other in one direction, as ARCHITECTURE says.
@Suite struct ArrowTests {
  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

  /// A source file: the folders it is in, below `Sources`, and its text without comments and
  /// strings.
  private struct File {
    var folders: [String]
    var text: String
  }

  private static func files(in folder: String = "") throws -> [File] {
    let root = sources.appending(path: folder)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path)
    return try paths.filter { $0.hasSuffix(".swift") }.map { path in
      let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
        .replacing(/\/\/[^\n]*/, with: "").replacing(/"(?:[^"\\\n]|\\.)*"/, with: "\"\"")
      return File(folders: path.split(separator: "/").dropLast().map(String.init), text: text)
    }
  }

  /// Returns the folders of the imported modules.
  private static func imports(of text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^\s*(?:@\w+ )?(?:public |package )?import (?:Docgen)?(\w+)/).map {
        String($0.1)
      })
  }

  private static let mocks: Set = ["OpenIDProviderMock", "SyncGatewayMock", "SampleLab"]

  /// The targets that may not import others, and those others.
  @Test(
    arguments: [
      ("Ground", ["Bindings", "Generator", "Kits", "Mocks"], ["CDocgenOpenSSL"]),
      // Their packages are for the servers alone.
      ("Generator", [], ["HTTPServer", "JOSE", "JavaScript", "TLS"]),
      ("Bindings", ["Generator", "Kits", "Mocks"], []),
      ("Mocks", ["Generator"], ["OpenIDClient", "SyncClient"]),
      ("Mocks/MockHTTP", [], Array(mocks)),
      ("Mocks/OpenIDProviderMock", [], ["SyncGatewayMock", "SampleLab"]),
      ("Mocks/SyncGatewayMock", [], ["OpenIDProviderMock", "SampleLab"]),
      ("Kits", ["Generator", "Mocks"], ["Ground"]),
      ("Kits/OpenIDClient", [], ["SyncClient"]),
      ("Kits/SyncClient", [], ["OpenIDClient"]),
      ("Generator/DocModel", ["Bindings", "Kits", "Mocks"], []),
      ("Generator/Samples", ["Kits"], Array(mocks) + ["MockHTTP", "Pipeline"]),
      ("Generator/SiteRendering", ["Kits", "Mocks"], ["Pipeline", "Samples"]),
      ("Generator/DocumentParsing", ["Kits", "Mocks"], ["Pipeline", "Samples"]),
      ("Generator/Processes", ["Bindings", "Kits", "Mocks"], ["DocModel", "Samples", "Pipeline"]),
    ] as [(String, [String], [String])])
  func targetsImportNothingAboveThem(
    _ room: String, _ rooms: [String], _ targets: [String]
  ) throws {
    let forbidden = try rooms.flatMap { room in
      try FileManager.default.contentsOfDirectory(atPath: Self.sources.appending(path: room).path)
    }
    let files = try Self.files(in: room)
    #expect(!files.isEmpty)
    for file in files {
      #expect(Self.imports(of: file.text).isDisjoint(with: forbidden + targets))
    }
  }

  /// Other packages have targets of any other name, and a package graph only one of each.
  @Test func allButProductsBeginWithDocgen() throws {
    let manifest = try String(
      contentsOf: Self.sources.deletingLastPathComponent().appending(path: "Package.swift"),
      encoding: .utf8)
    let products = Set(manifest.matches(of: /product\(\s*"(\w+)"/).map { String($0.1) })
    let targets = manifest.matches(of: /(?:[lL]ibrary|shim)\((?:name: )?\s*"(\w+)"/)
      .map { String($0.1) }
    #expect(targets.count > 30)
    for target in targets where !products.contains(target) {
      #expect(target.hasPrefix("Docgen") || target.hasPrefix("CDocgen"), "\(target)")
    }
  }

  /// The folders of a target in levels: a folder may use those of earlier levels, and files at the
  /// top may use everything.
  @Test(
    arguments: [
      ("Generator/Samples", [["Model"], ["Running", "Checking"], ["Building"]]),
      (
        "Mocks/OpenIDProviderMock",
        [
          ["Protocol"], ["Faults"], ["Configuration"], ["Authorization"], ["Tokens", "SelfIssued"],
          ["State"], ["Pages"], ["Endpoints"], ["Serving"], ["Control"],
        ]
      ),
      (
        "Mocks/SyncGatewayMock",
        [
          ["Model"], ["Configuration"], ["OpenID"], ["Storage"], ["HTTP"], ["WebSocket"],
          ["Changes"], ["Endpoints"], ["Serving"],
        ]
      ),
    ] as [(String, [[String]])])
  func foldersUseEachOtherInOneDirection(_ target: String, _ levels: [[String]]) throws {
    let files = try Self.files(in: target).filter { !$0.folders.isEmpty }
    #expect(Set(files.map { $0.folders[0] }) == Set(levels.joined()))
    var homes: [String: String] = [:]
    for file in files {
      let declared = file.text.matches(
        of:
          /(?m)^(?:public |private |fileprivate |final |indirect )*(?:struct|class|enum|actor|protocol) (\w+)/
      )
      for match in declared { homes[String(match.1)] = file.folders[0] }
    }
    for file in files {
      let used = Set(file.text.matches(of: /\b[A-Z]\w+/).compactMap { homes[String($0.0)] })
      let folder = file.folders[0]
      let earlier = levels.prefix { !$0.contains(folder) }.joined()
      let others = used.subtracting(earlier + [folder])
      #expect(others.isEmpty, "a file of \(folder) uses types of \(others.sorted())")
    }
  }
}
