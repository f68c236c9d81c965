import DocgenHashing
import Foundation

/// The folder of the compiler's cache of C modules, and a spare one.
///
/// The spare one is for when the first can't be used: a damaged file in it is not the document's
/// fault.
actor ModuleCache {
  private let preferred: String
  private let spare: String
  private var trouble: String?

  /// Creates the cache from a folder that may not exist yet, and a private one of the build.
  init(_ preferred: String, spare: String) {
    self.preferred = preferred
    self.spare = spare
  }

  /// The folder's path.
  var folder: String { trouble == nil ? preferred : spare }

  /// Records that a compiler couldn't use a folder, and removes it so that it doesn't disturb the
  /// next build.
  ///
  /// - Returns: whether the compiler can be tried again, with another folder.
  func giveUp(_ folder: String, because reason: String) -> Bool {
    guard folder == preferred, preferred != spare else { return false }
    guard trouble == nil else { return true }
    trouble = reason
    // Renamed first, because other builds may be reading there.
    let discarded = "\(preferred)-\(UUID().uuidString)"
    if rename(preferred, discarded) == 0 {
      try? FileManager.default.removeItem(atPath: discarded)
    }
    return true
  }

  /// Notes for the user.
  var remarks: [String] {
    trouble.map {
      [
        "the compiler couldn't use its cache of C modules, so docgen removed it (\(preferred)): \($0)"
      ]
    } ?? []
  }
}

extension ModuleCache {
  /// Returns the subfolder of an environment's `sharedModules` for its module maps and a toolchain;
  /// `nil` where there is none or it can't be written.
  static func sharedFolder(
    in environment: SampleEnvironment, for toolchain: Toolchain
  ) -> String? {
    guard let folder = environment.sharedModules else { return nil }
    let information = toolchain.information
    let parts = [toolchain.folder, information.compilerVersion, information.target.triple]
    let maps = environment.moduleMaps + (environment.library?.moduleMaps ?? [])
    let path = "\(folder)/\(ContentHash.of(parts + maps))"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    guard let content = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      return nil
    }
    // Files of another user's compiler may be unusable.
    let folders = [path] + content.map { "\(path)/\($0)" }.filter(isFolder)
    return folders.allSatisfy { access($0, R_OK | W_OK | X_OK) == 0 } ? path : nil
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
