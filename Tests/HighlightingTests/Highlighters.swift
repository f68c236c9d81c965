import Foundation
import Highlighting

extension Highlighter {
  /// A highlighter with the sourcekitd of the toolchain that runs the tests.
  static let withSourceKit = Result { try Highlighter(sourcekit: toolchainLibrary) }

  /// A highlighter whose Swift goes by our language file.
  static let withoutSourceKit = Result { try Highlighter(sourcekit: nil) }

  /// Found through `PATH`, as a shell finds `swift`.
  static let toolchainLibrary: URL? = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").lazy
      .map { URL(fileURLWithPath: "\($0)/swift") }
      .filter { FileManager.default.isExecutableFile(atPath: $0.path) }
      .map { $0.resolvingSymlinksInPath().deletingLastPathComponent() }
      .map { $0.deletingLastPathComponent().deletingLastPathComponent() }
      .map { sourcekitLibrary(inToolchain: $0) }
      .first { FileManager.default.fileExists(atPath: $0.path) }
  }()
}
