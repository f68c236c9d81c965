public import Foundation

/// The folders of this package and of its build.
public enum BuiltProducts {
  /// The folder with the test program, `docgen` and `Modules`.
  public static let folder: URL = {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The package's root.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
