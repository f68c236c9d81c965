import DocgenTestSupport
import Foundation
import Testing

/// What a shell has set for docgen doesn't reach the samples, whose runs are kept for everybody.
@Suite(.fewAtOnce) struct SurroundingsTests {
  private static let page = """
    # Surroundings

    ```sh runnable
    umask; ulimit -s; echo text > file; mkdir folder
    ls -ld file folder . "$DOCGEN_FIXTURES" "$DOCGEN_FIXTURES"/* "$TMPDIR" | cut -c 1-10
    ```

    ```swift runnable
    import Foundation

    try Data().write(to: URL(filePath: "file"))
    try FileManager.default.createDirectory(atPath: "folder", withIntermediateDirectories: true)
    for path in ["file", "folder", "."] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      print(String((attributes[.posixPermissions] as? Int) ?? 0, radix: 8))
    }
    ```

    ```json fixture=gateway for=1
    {"databases": {"db": {}}}
    ```
    """

  @Test func theShellsSettingsAreNotTheSamples() async throws {
    var outputs: [String] = []
    for settings in ["umask 022", "umask 077; ulimit -S -s 4096", "umask 002"] {
      let folder = try TemporaryFolder()
      try folder.write(Self.page, to: "content/index.md")
      let docgen = BuiltProducts.folder.appending(path: "docgen").path
      let run = try await RunningProgram.run(
        URL(filePath: "/bin/sh"),
        ["-c", "\(settings); exec \"$0\" build --root \"$1\"", docgen, folder.url.path])
      #expect(run.status == 0, "\(settings): \(run.errorOutput)")
      outputs.append(folder.text("site/index.html") ?? settings)
    }
    #expect(Set(outputs).count == 1)
    #expect(outputs[0].contains("0022\n8192\n"))
    #expect(outputs[0].contains("644\n755\n755\n"))
  }
}
