import DocgenDocModel
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// What is done again when the modules that samples import change, as the Lab's do.
@Suite(.fewAtOnce) struct ChangedModuleTests {
  private let page = samples(
    """
    ```swift compile-only
    import Inner
    let inner = Inner()
    ```

    ```swift compile-only
    import Outer
    let outer = Outer()
    ```

    ```swift compile-only
    print("imports nothing")
    ```

    ```swift compile-only
    let wrong: Int = ""
    ```
    """)

  /// A folder of modules: `Outer` imports `Inner`.
  private struct Modules {
    let site: TestSite

    var folder: URL { site.folder.appending(path: "modules") }

    func make(_ name: String, _ source: String) async throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = site.folder.appending(path: "\(name).swift")
      try Data(source.utf8).write(to: file)
      let result = try await SystemProcesses().run(
        Command(
          .compilation, executable: "/usr/bin/env",
          arguments: [
            "env", "swiftc", "-emit-module", "-module-name", name, "-parse-as-library", file.path,
            "-I", folder.path, "-emit-module-path", folder.path + "/\(name).swiftmodule",
          ],
          environment: ProcessInfo.processInfo.environment, directory: site.folder.path))
      try #require(result.ending == .exited(0))
    }

    func outcomes(of page: [Sample], withNames: Bool = false) async throws -> [SampleOutcome] {
      var environment = site.environment
      environment.moduleFolders = [folder.path]
      return try await SampleEngine(environment: environment).run(page, withNames: withNames)
        .outcomes
    }

    func origins(of page: [Sample]) async throws -> [SampleOutcome.Origin] {
      try await outcomes(of: page).map(\.origin)
    }
  }

  @Test func onlyWhoImportsAChangedModuleIsCompiledAgain() async throws {
    let site = try TestSite()
    defer { site.remove() }
    let modules = Modules(site: site)
    try await modules.make("Inner", "public struct Inner { public init() {} }")
    try await modules.make("Outer", "import Inner\npublic struct Outer { public init() {} }")
    #expect(try await modules.origins(of: page) == [.fresh, .fresh, .fresh, .fresh])
    #expect(try await modules.origins(of: page) == [.cached, .cached, .cached, .cached])

    // Written again with the same content, at another time.
    for name in ["Inner", "Outer"] {
      let file = modules.folder.appending(path: "\(name).swiftmodule")
      let bytes = try Data(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      try bytes.write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    }
    #expect(try await modules.origins(of: page) == [.cached, .cached, .cached, .cached])

    // A sample that failed may pass now, with any imports.
    try await modules.make(
      "Outer", "import Inner\npublic struct Outer { public init(_ number: Int = 1) {} }")
    #expect(try await modules.origins(of: page) == [.cached, .fresh, .cached, .fresh])

    // The other imports it by way of its own module.
    try await modules.make("Inner", "public struct Inner { public init(_ number: Int = 1) {} }")
    try await modules.make(
      "Outer", "import Inner\npublic struct Outer { public init(_ number: Int = 1) {} }")
    #expect(try await modules.origins(of: page) == [.fresh, .fresh, .cached, .fresh])
  }

  @Test func namesHaveTheTypesOfAChangedModule() async throws {
    let site = try TestSite()
    defer { site.remove() }
    let modules = Modules(site: site)
    let page = samples("```swift compile-only\nimport Trips\nlet count = stops\n```\n")
    for type in ["Int", "String"] {
      try await modules.make("Trips", "public var stops: \(type) { fatalError() }")
      let names = try await modules.outcomes(of: page, withNames: true)[0].names
      #expect(names.last?.type == type)
    }
  }
}
