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
    let hasServers = hasServers(in: context.package)
    let scratch = context.pluginWorkDirectoryURL.appending(
      path: hasServers ? "build" : "build-without-servers")
    let program = scratch.appending(path: "debug/docgen")
    if !FileManager.default.fileExists(atPath: program.path) {
      let note = "building docgen, which takes a minute or two the first time\n"
      FileHandle.standardOutput.write(Data(note.utf8))
    }
    let process = Process()
    process.executableURL = swift
    // Under other build systems, modules and module maps are elsewhere. Nobody edits or debugs this
    // copy of docgen, so it's built without an index and debug information, and each module at
    // once, though with a file of code for each source, which the package manager expects.
    process.arguments = [
      "build", "--package-path", docgen.path, "--scratch-path", scratch.path, "--product",
      "docgen", "--build-system", "native", "--quiet", "--disable-index-store",
      "-debug-info-format", "none", "-Xswiftc", "-whole-module-optimization", "-Xswiftc",
      "-num-threads", "-Xswiftc", "1",
    ]
    if !hasServers { process.arguments?.append("--disable-default-traits") }
    // Any other value would have it compile docgen's manifest again.
    process.environment = ProcessInfo.processInfo.environment.filter {
      !["OLDPWD", "PWD", "SHLVL", "_"].contains($0.key)
    }
    process.standardInput = FileHandle.nullDevice
    // What the compiler says of docgen concerns the package's authors only if docgen doesn't build.
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let log = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      FileHandle.standardError.write(log)
      exit(1)
    }
    try become(program, arguments, in: context.package.directoryURL)
  }

  /// Whether docgen gets its servers: neither if the package adds docgen with `traits: []`, nor if
  /// a library that only they need isn't installed.
  private func hasServers(in package: Package) -> Bool {
    let program =
      package.dependencies.flatMap(\.package.targets)
      .first { $0.name == "DocgenProgram" } as? SwiftSourceModuleTarget
    guard program?.compilationConditions.contains("Servers") != false else { return false }
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["pkg-config", "--exists", "duktape", "libmicrohttpd", "openssl"]
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return true }
    process.waitUntilExit()
    // Another status means that there is no pkg-config to ask.
    return process.terminationStatus != 1
  }

  /// Replaces the plugin with a program, which ends when the package manager ends the plugin.
  private func become(_ program: URL, _ arguments: [String], in folder: URL) throws {
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
      throw CocoaError(.fileNoSuchFile)
    }
    // A closed terminal ends only the package manager, so a preview looks after its parent.
    setenv("DOCGEN_PARENT", String(getppid()), 1)
    // Its messages name commands.
    setenv("DOCGEN_COMMAND", "swift package docgen", 1)
    let words = [program.path] + arguments
    execv(program.path, words.map { strdup($0) } + [nil])
    throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .ENOENT)
  }
}
