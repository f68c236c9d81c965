import DocgenDocModel
import DocgenProcesses
import DocgenTestSupport
import Foundation
import Testing

@testable import DocgenSamples

/// What is done again when the modules that samples import change, as the Lab's do.
@Suite(.fewAtOnce) struct ChangedModuleTests {
  private let site: TestSite

  init() throws { site = try TestSite() }

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

  private var folder: URL { site.folder.appending(path: "modules") }

  private func make(_ name: String, _ source: String) async throws {
    try await site.compile(name, source, to: "modules")
  }

  private func outcomes(
    of page: [Sample], withNames: Bool = false
  ) async throws -> [SampleOutcome] {
    var environment = site.environment
    environment.moduleFolders = [folder.path]
    return try await SampleEngine(environment: environment).run(page, withNames: withNames)
      .outcomes
  }

  private func origins() async throws -> [SampleOutcome.Origin] {
    try await outcomes(of: page).map(\.origin)
  }

  @Test func onlyWhoImportsAChangedModuleIsCompiledAgain() async throws {
    try await make("Inner", "public struct Inner { public init() {} }")
    try await make("Outer", "import Inner\npublic struct Outer { public init() {} }")
    #expect(try await origins() == [.fresh, .fresh, .fresh, .fresh])
    #expect(try await origins() == [.cached, .cached, .cached, .cached])

    // Written again with the same content, at another time.
    for name in ["Inner", "Outer"] {
      let file = folder.appending(path: "\(name).swiftmodule")
      let bytes = try Data(contentsOf: file)
      try FileManager.default.removeItem(at: file)
      try bytes.write(to: file)
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: file.path)
    }
    #expect(try await origins() == [.cached, .cached, .cached, .cached])

    // A sample that failed may pass now, with any imports.
    try await make(
      "Outer", "import Inner\npublic struct Outer { public init(_ number: Int = 1) {} }")
    #expect(try await origins() == [.cached, .fresh, .cached, .fresh])

    // The other imports it by way of its own module.
    try await make("Inner", "public struct Inner { public init(_ number: Int = 1) {} }")
    try await make(
      "Outer", "import Inner\npublic struct Outer { public init(_ number: Int = 1) {} }")
    #expect(try await origins() == [.fresh, .fresh, .cached, .fresh])
  }

  @Test func namesHaveTheTypesOfAChangedModule() async throws {
    let page = samples("```swift compile-only\nimport Trips\nlet count = stops\n```\n")
    for type in ["Int", "String"] {
      try await make("Trips", "public var stops: \(type) { fatalError() }")
      let names = try await outcomes(of: page, withNames: true)[0].names
      #expect(names.last?.type == type)
    }
  }
}
