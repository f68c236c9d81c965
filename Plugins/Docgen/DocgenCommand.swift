import Foundation
import PackagePlugin

/// `swift package docgen …`: builds docgen, and starts it in the package's folder.
///
/// docgen is built by itself, in the plugin's folder, rather than as a part of the package. So
/// `swift build` compiles none of it, and its modules can't collide with those of the package.
@main
struct DocgenCommand: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let swift = try context.tool(named: "swift").url
    // This file is `Plugins/Docgen/DocgenCommand.swift`.
    let docgen = (1...3).reduce(URL(filePath: #filePath)) { url, _ in
      url.deletingLastPathComponent()
    }
    let scratch = context.pluginWorkDirectoryURL.appending(path: "build")
    let program = scratch.appending(path: "debug/docgen")
    if !FileManager.default.fileExists(atPath: program.path) {
      let note = "building docgen, which takes a minute or two the first time\n"
      FileHandle.standardOutput.write(Data(note.utf8))
    }
    // Under other build systems, modules and module maps are elsewhere.
    try run(
      swift,
      [
        "build", "--package-path", docgen.path, "--scratch-path", scratch.path, "--product",
        "docgen", "--build-system", "native", "--quiet",
      ], in: docgen)
    try run(program, arguments, in: context.package.directoryURL)
  }

  /// Runs a program, and ends with its status if that isn't 0.
  private func run(_ program: URL, _ arguments: [String], in folder: URL) throws {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    // The plugin's own input is the package manager's.
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit else { exit(3) }
    if process.terminationStatus != 0 { exit(process.terminationStatus) }
  }
}
