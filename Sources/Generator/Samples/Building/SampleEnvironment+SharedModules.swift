import DocgenHashing
import Foundation

extension SampleEnvironment {
  /// Returns the subfolder of `sharedModules` for the module maps and a toolchain; `nil` where
  /// there is none or it can't be written.
  func sharedFolder(for toolchain: Toolchain) -> String? {
    guard let folder = sharedModules else { return nil }
    let information = toolchain.information
    let parts = [toolchain.folder, information.compilerVersion, information.target.triple]
    let maps = moduleMaps + (library?.moduleMaps ?? [])
    let path = "\(folder)/\(ContentHash.of(parts + maps))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard let content = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return nil
    }
    // Files of another user's compiler may be unusable.
    let folders = [path] + content.map { "\(path)/\($0)" }.filter(Self.isFolder)
    return folders.allSatisfy { access($0, R_OK | W_OK | X_OK) == 0 } ? path : nil
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
