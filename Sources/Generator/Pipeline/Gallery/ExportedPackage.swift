import DocgenDocModel
import DocgenGround
import Foundation

/// A program as a Swift package: the program, the sources of docgen's modules that it imports, and
/// a dependency on the package whose modules it imports.
struct ExportedPackage {
  private let program: GalleryProgram
  private let package: URL
  /// docgen's targets that the program needs.
  let targets: [PackageManifest.Target]
  /// The products of another package that the program needs.
  var products: [String] = []
  /// The folder of that package.
  var folder = URL(filePath: "/")

  /// The package of a program.
  ///
  /// - Parameter package: the folder of docgen's own package.
  init(of program: GalleryProgram, from package: URL, manifest: PackageManifest) {
    self.program = program
    self.package = package
    targets = manifest.closure(of: program.imports)
  }

  /// The program and what describes the package.
  var ownFiles: [RenderedFile] {
    [
      RenderedFile(path: "Package.swift", text: packageText),
      RenderedFile(path: "README.md", text: readme),
      RenderedFile(path: "Sources/\(program.fileName)/main.swift", text: program.file.text),
    ]
  }

  /// The files of one of the targets, by path.
  ///
  /// - Throws: when one can't be read.
  func sources(of target: PackageManifest.Target) throws -> [RenderedFile] {
    let folder = package.appending(path: target.path)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.sorted().compactMap { path in
      let file = folder.appending(path: path)
      // Its resource values would include the owner's name, looked up for each file.
      var isFolder: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: file.path, isDirectory: &isFolder)
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      guard exists, !isFolder.boolValue, !isHidden else { return nil }
      return RenderedFile(path: "\(target.path)/\(path)", bytes: Array(try Data(contentsOf: file)))
    }
  }

  private var packageText: String {
    // The package manager identifies a package by the name of its folder.
    let identity = folder.lastPathComponent.lowercased()
    let names =
      (targets.map(\.name).filter(program.imports.contains).map { "\"\($0)\"" }
      + products.map { ".product(name: \"\($0)\", package: \"\(identity)\")" })
      .joined(separator: ", ")
    let package =
      products.isEmpty
      ? "" : "\n  dependencies: [.package(path: \(folder.path.debugDescription))],"
    let declarations = targets.map { "    \($0.declaration),\n" }.joined()
    return """
      // swift-tools-version: 6.2

      import PackageDescription

      let swiftSettings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]

      let package = Package(
        name: "\(program.name)",
        platforms: [.macOS(.v15)],\(package)
        targets: [
          .executableTarget(
            name: "\(program.name)", dependencies: [\(names)],
            path: "Sources/\(program.fileName)"),
      \(declarations)  ],
        swiftLanguageModes: [.v6]
      )

      """
  }

  private var readme: String {
    let modules =
      targets.isEmpty
      ? ""
      : """
       The other folders of `Sources` are copies of the
      docgen modules that it imports\(products.isEmpty ? ", so the package needs no other package and no network" : "").
      """
    let package =
      products.isEmpty
      ? ""
      : """
       It uses the package in
      `\(folder.path)`; for other machines, write the address of its repository into `Package.swift`.
      """
    let packages = Set(targets.flatMap(\.debianPackages)).sorted()
    let install =
      packages.isEmpty ? "" : "    sudo apt install \(packages.joined(separator: " "))\n"
    return """
      # \(program.title)

      \(program.summary)

      The program is `Sources/\(program.fileName)/main.swift`.\(modules)\(package)

      Install Swift 6.2 or later\(packages.isEmpty ? "" : " and, on Debian or Ubuntu, these libraries"). Then run the program:

      \(install)    swift run

      """
  }
}
