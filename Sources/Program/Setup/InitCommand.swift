import DocgenGround
import DocgenPipeline
import Foundation

/// Writes the first files of a site into a folder, which may be a package's.
struct InitCommand: Subcommand {
  private let root: URL

  init(_ path: String) {
    root = URL(filePath: path, directoryHint: .isDirectory)
  }

  /// Writes the files that don't exist, and returns the exit status.
  func run(in docgen: Docgen) async throws -> Docgen.Status {
    let documented = try Docgen.package(named: nil, ofSiteAt: root)
    let modules = try await documented?.modules() ?? []
    let name = root.standardizedFileURL.resolvingSymlinksInPath().lastPathComponent
    let title = try await documented?.title() ?? name.prefix(1).uppercased() + name.dropFirst()
    try writePage(titled: title, importing: modules.first, isPackage: documented != nil)
    try write(
      Self.configuration(title: title, modules: modules, repository: repository()),
      to: exists("site.yml") || !exists("content") ? "site.yml" : "content/site.yml")
    try addIgnored()
    guard let documented else {
      print(
        "run '\(CommandName.docgen) build' there, or '\(CommandName.docgen) serve' to see the site while you write"
      )
      return .fine
    }
    try write(Self.workflow, to: ".github/workflows/documents.yml")
    let manifest = try? String(
      contentsOf: documented.folder.appending(path: "Package.swift"), encoding: .utf8)
    if manifest?.contains("docgen") != true {
      print("add docgen to the dependencies in Package.swift")
    }
    print("run 'swift package docgen build' there")
    return .fine
  }

  /// Writes the first page, unless there are documents besides a README, which are the pages.
  private func writePage(titled title: String, importing module: String?, isPackage: Bool) throws {
    let present = Self.documents(ofSiteAt: root)
    guard present.isEmpty else {
      return print(
        "no page was written, because there are documents; '\(CommandName.docgen) adopt' marks their samples"
      )
    }
    if !isPackage || exists("content") {
      return try write(Self.page(title: title, importing: module), to: "content/index.md")
    }
    guard exists("README.md") else {
      return try write(Self.page(title: title, importing: module), to: "README.md")
    }
    try write(
      Self.page(title: "Get started", importing: module),
      to: "\(Self.documents(in: root))/GettingStarted.md")
  }

  /// Returns the paths of a site's documents; none if there is only a README.
  static func documents(ofSiteAt root: URL) -> [String] {
    let paths = (try? SiteDocuments(ofSiteAt: root))?.documents.map(\.path) ?? []
    return paths.allSatisfy { $0.lowercased() == "readme.md" } ? [] : paths
  }

  /// Returns the name of the folder of documents, which some call `docs` or `Documentation`.
  static func documents(in root: URL) -> String {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.path)
    return names?.first { ["docs", "documentation"].contains($0.lowercased()) } ?? "Docs"
  }

  private func exists(_ path: String) -> Bool {
    FileManager.default.fileExists(atPath: root.appending(path: path).path)
  }

  /// Writes a file, unless it exists.
  private func write(_ text: String, to path: String) throws {
    guard !exists(path) else { return print("\(path) exists and stays as it is") }
    try NewFile(path: path, root: root).write(text)
  }

  /// Adds what a build creates to `.gitignore`.
  private func addIgnored() throws {
    let file = root.appending(path: ".gitignore")
    let present = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    let lines = present.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: ["/", " "])
    }
    let missing = [".build", "site"].filter { !lines.contains($0) }.map { "/\($0)/\n" }
    guard !missing.isEmpty else { return }
    let separator = present.isEmpty || present.hasSuffix("\n") ? "" : "\n"
    try NewFile(path: ".gitignore", root: root).write(present + separator + missing.joined())
  }

  static func page(title: String, importing module: String?) -> String {
    """
    # \(title)

    docgen compiles and runs this sample at every build:

    ```swift runnable
    \(module.map { "import \($0)\n\n" } ?? "")print("Hello from \(module ?? "Swift")")
    ```

    ```output
    Hello from \(module ?? "Swift")
    ```

    """
  }

  /// Returns the web address of the repository, from git's configuration.
  private func repository() -> String? {
    let file = root.appending(path: ".git/config")
    guard let text = try? String(contentsOf: file, encoding: .utf8),
      let address = text.firstMatch(
        of:
          /\[remote "origin"\][^\[]*?url *= *(?:https:\/\/|ssh:\/\/git@|git@)([^\s:\/]+)[:\/](\S+)/)
    else { return nil }
    let path = address.2.hasSuffix(".git") ? address.2.dropLast(4) : address.2
    return "https://\(address.1)/\(path)"
  }

  private static func configuration(
    title: String, modules: [String], repository: String?
  ) -> String {
    let names = modules.joined(separator: ", ")
    let reference =
      modules.isEmpty
      ? ""
      : "# Pages of the modules' public types, with verified examples:\n# reference: [\(names)]\n"
    return """
      title: \(title)
      \(repository.map { "repository: \($0)\n" } ?? "")\
      \(reference)
      """
  }

  private static let workflow = """
    name: Documents
    on: [push, pull_request]

    permissions:
      contents: read

    jobs:
      documents:
        runs-on: ubuntu-latest
        container: swift:6.3-bookworm
        steps:
          - uses: actions/checkout@v7
          - uses: actions/cache@v6
            with:
              path: .build
              key: docgen-${{ github.sha }}
              restore-keys: docgen-
          - run: |
              apt-get update
              apt-get install -y --no-install-recommends \(Requirement.libraries.joined(separator: " "))
          - run: swift package docgen check --strict --confine require --format github

    """
}
