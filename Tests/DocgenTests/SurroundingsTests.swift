import DocgenTestSupport
import Foundation
import Testing

/// The settings of docgen's shell don't reach the samples, whose cached runs everybody shares.
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

  /// In a container of a build server, the site belongs to another user.
  @Test func gitReadsASiteOfAnotherUser() async throws {
    let (folder, run) = try await build(
      """
      git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm Trips
      export GIT_TEST_ASSUME_DIFFERENT_OWNER=1
      exec "$0" build --base-url https://example.com/
      """)
    #expect(run.status == 0)
    #expect(!run.errorOutput.contains("no feed"), "\(run.errorOutput)")
    #expect(folder.text("site/feed.xml") != nil, "\(folder.snapshot())")
  }

  /// A commit changes no file, but the day below a page's title.
  @Test func aPageHasTheDayOfItsLastCommit() async throws {
    let (_, run) = try await build(
      """
      commit() {
        GIT_COMMITTER_DATE="$1" git -c user.name=a -c user.email=a@b commit -qm Trips --date "$@"
        "$docgen" build --quiet; grep -o 'datetime="[^"]*"' site/index.html
      }
      docgen="$0"; git init -q; git add content
      commit 2026-01-02T12:00:00Z
      commit 2026-03-04T12:00:00Z --amend
      """)
    let days = ["2026-01-02", "2026-03-04"].map { "datetime=\"\($0)\"\n" }
    #expect(run.output == days.joined(), "\(run.errorOutput)")
  }

  /// Runs a script, whose `$0` is docgen, in the folder of a site of one page.
  private func build(_ script: String) async throws -> (TemporaryFolder, RunningProgram.Result) {
    let folder = try TemporaryFolder()
    try folder.write("# Trips\n", to: "content/index.md")
    let docgen = BuiltProducts.folder.appending(path: "docgen").path
    let run = try await RunningProgram.run(
      URL(filePath: "/bin/sh"), ["-c", script, docgen],
      environment: ["GIT_CONFIG_GLOBAL": "/dev/null"], in: folder.url)
    return (folder, run)
  }

  /// It compiles a package's manifests again when a variable has changed.
  @Test func thePackageManagerSeesNoVariablesOfOneStart() async throws {
    let folder = try TemporaryFolder()
    try folder.write("# Trips\n", to: "README.md")
    try folder.write("// swift-tools-version: 6.0\n", to: "Package.swift")
    let root = folder.url.resolvingSymlinksInPath().path
    let manifest =
      #"{"targets": [], "products": [{"name": "A", "targets": [], "type": {"library": []}}]}"#
    try folder.write(
      """
      #!/bin/sh
      env >> "\(folder.url.path)/seen"
      case "$1" in package) echo '\(manifest)' ;; *)
        for _ in 1 2 3; do echo "\(root)/Sources/A/a.swift:3:5: error: cannot find 'b' in scope"; done
        echo "/elsewhere/c.swift:1:1: error: no"
        exit 1 ;;
      esac
      """, to: "bin/swift")
    let docgen = BuiltProducts.folder.appending(path: "docgen").path
    let run = try await RunningProgram.run(
      URL(filePath: "/bin/sh"),
      [
        "-c",
        """
        chmod +x bin/swift; export PATH="$PWD/bin:$PATH" DOCGEN_PARENT=1 DOCGEN_COMMAND="swift package docgen" OLDPWD=/x SHLVL=7 KEPT=yes
        echo old > report.txt
        "$0" check --report report.txt
        status=$?
        "$0" check --format github 2>&1 | grep ^::
        exit $status
        """, docgen,
      ], environment: ["GITHUB_WORKSPACE": folder.url.path], in: folder.url)
    #expect(run.status == 3)
    let problem = "error: cannot find 'b' in scope [compile-error]\n"
    #expect(
      run.errorOutput.hasSuffix(
        "doesn't build:\nSources/A/a.swift:3:5: \(problem)"
          + "'swift package docgen build --no-samples' needs no package, if 'site.yml' has no 'reference'.\n"
      ), "\(run.errorOutput)")
    #expect(
      folder.text("report.txt")?.hasPrefix("Sources/A/a.swift:3:5: \(problem)failed: ") == true)
    #expect(
      run.output
        == "::error file=Sources/A/a.swift,line=3,col=5,endColumn=5,title=compile-error::"
        + "cannot find 'b' in scope\n")
    let names = try #require(folder.text("seen")).split(separator: "\n").filter { $0.contains("=") }
      .map { $0.prefix { $0 != "=" } }
    // The shell sets the other three by itself.
    #expect(!names.contains { $0.hasPrefix("DOCGEN_") })
    #expect(names.count { $0 == "KEPT" } == 3)
    #expect(!(folder.text("seen")?.contains("SHLVL=7") ?? true))
  }
}

/// Programs start even if hundreds of sockets of other tests are open.
@Suite(.fewAtOnce) struct ManyOpenFilesTests {
  @Test func programStartsBesideTwoThousandOpenFiles() async throws {
    let files = (0..<2_000).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for file in files { close(file) } }
    let run = try await RunningProgram.run(
      URL(filePath: "/bin/sh"), ["-c", "ls /proc/$$/fd | wc -l"])
    #expect(run.status == 0)
    #expect((Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 99) < 8)
    let program = try RunningProgram(URL(filePath: "/bin/echo"), ["ready"])
    defer { program.stop() }
    #expect(try await program.first(/ready/) != nil)
  }
}
