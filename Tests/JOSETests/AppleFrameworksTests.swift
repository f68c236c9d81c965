#if !canImport(CryptoKit)
  import DocgenTestSupport
  import Foundation
  import Testing

  /// The part of JOSE that is for Apple's systems, compiled and run against stand-ins for their
  /// CryptoKit and Security, and compared with the part that is for libcrypto.
  @Suite(.fewAtOnce) struct AppleFrameworksTests {
    private static let fixture = BuiltProducts.packageRoot
      .appending(path: "Tests/JOSETests/Fixtures/AppleFrameworks")

    private static func source(_ name: String) -> URL { fixture.appending(path: name) }

    /// All of JOSE and Hashing as one module; what is for libcrypto compiles to nothing where there
    /// is none.
    private static func module(in folder: URL) throws -> [URL] {
      try ["Bindings/JOSE", "Ground/Hashing"].flatMap { path in
        let sources = BuiltProducts.packageRoot.appending(path: "Sources/\(path)")
        return try FileManager.default.subpathsOfDirectory(atPath: sources.path)
          .filter { $0.hasSuffix(".swift") }.sorted().map { name in
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            let file = folder.appending(path: name.replacing("/", with: "-"))
            try Data(text.replacing(/(?:public )?import DocgenHashing\n/, with: "").utf8).write(
              to: file)
            return file
          }
      }
    }

    /// The stand-in for one curve, with another's names in it.
    private func curve(_ bits: Int, hash: Int, in folder: URL) throws -> URL {
      let text = try String(contentsOf: Self.source("P256.swift"), encoding: .utf8)
        .replacing("P256", with: "P\(bits)").replacing(".p256", with: ".p\(bits)")
        .replacing(".es256", with: ".es\(hash)")
      let file = folder.appending(path: "P\(bits).swift")
      try Data(text.utf8).write(to: file)
      return file
    }

    /// Compiles a module to one object file, in a folder where others find it.
    private func compile(
      _ module: String, _ sources: [URL], in folder: URL, _ arguments: [String]
    ) async throws {
      try await SwiftCompiler.run(
        module: module, sources,
        [
          "-parse-as-library", "-whole-module-optimization", "-emit-module", "-emit-module-path",
          folder.appending(path: "\(module).swiftmodule").path, "-emit-object", "-o",
          folder.appending(path: "\(module).o").path,
        ] + arguments)
    }

    @Test func agreesWithLibcrypto() async throws {
      let folder = try TemporaryFolder()
      let ours = SwiftCompiler.imports(needing: "COpenSSL")
      // Library evolution hides from their clients that they use libcrypto.
      let curves = [
        Self.source("P256.swift"), try curve(384, hash: 384, in: folder.url),
        try curve(521, hash: 512, in: folder.url),
      ]
      try await compile(
        "CryptoKit", [Self.source("CryptoKit.swift")] + curves, in: folder.url,
        ["-enable-library-evolution"] + ours)
      try await compile(
        "Security", [Self.source("Security.swift")], in: folder.url,
        ["-enable-library-evolution"] + ours)
      let json = BuiltProducts.folder.appending(path: "Modules/DocgenJSON.swiftmodule")
      try FileManager.default.copyItem(
        at: json, to: folder.url.appending(path: "DocgenJSON.swiftmodule"))
      // Neither JOSE nor a module map of libcrypto is found here.
      try await compile(
        "JOSEOnApple", Self.module(in: folder.url), in: folder.url,
        ["-warnings-as-errors", "-I", folder.url.path])
      let program = folder.url.appending(path: "Check")
      let objects = ["CryptoKit.o", "Security.o", "JOSEOnApple.o"]
        .map { folder.url.appending(path: $0).path }
      try await SwiftCompiler.run(
        module: "Check", [Self.source("main.swift")],
        ["-warnings-as-errors", "-I", folder.url.path, "-lcrypto", "-o", program.path] + ours
          + objects
          + ["DocgenJOSE", "DocgenHashing", "DocgenJSON"].flatMap {
            try SwiftCompiler.objects(of: $0)
          })
      let run = try await RunningProgram.run(program, [])
      let golden = try String(contentsOf: Self.source("output.txt"), encoding: .utf8)
      #expect(run.output == golden)
      #expect(run.errorOutput.isEmpty)
    }
  }
#endif
