import Foundation
import PackagePlugin

/// Generates Swift source from the files of `templates` before `BuiltInTheme` is compiled.
///
/// So a site without its own templates gets exactly the theme in that folder.
@main
struct EmbedTheme: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = context.package.directoryURL.appending(path: "templates")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasPrefix(".") }.sorted().map { folder.appending(path: $0) }
    let output = context.pluginWorkDirectoryURL.appending(path: "BuiltInTheme+Files.swift")
    return [
      .buildCommand(
        displayName: "Embedding the theme",
        executable: try context.tool(named: "docgen-theme-embedder").url,
        arguments: [output.path] + files.map(\.path), inputFiles: files, outputFiles: [output])
    ]
  }
}
