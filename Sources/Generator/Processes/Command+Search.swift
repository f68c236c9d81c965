import Foundation

extension Command {
  /// Returns the paths of the programs of a name, in the order of the folders of a search path.
  ///
  /// - Parameter searchPath: the folders, with colons between; by default those of this process.
  package static func programs(named name: String, in searchPath: String? = nil) -> [String] {
    let folders = searchPath ?? ProcessInfo.processInfo.environment["PATH"] ?? ""
    return folders.split(separator: ":").map { "\($0)/\(name)" }
      .filter(FileManager.default.isExecutableFile)
  }
}
