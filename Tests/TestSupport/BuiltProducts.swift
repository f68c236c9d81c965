public import Foundation

/// Where this package lies and where it was built, as the running tests see it.
public enum BuiltProducts {
  /// The folder that holds the test program, `docgen` and `Modules`.
  public static let folder: URL = {
    let program = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return program.resolvingSymlinksInPath().deletingLastPathComponent()
  }()

  /// The package's root.
  public static let packageRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
}
