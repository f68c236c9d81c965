public import Foundation

extension Highlighter {
  /// The engine that highlights Swift.
  public enum SwiftEngine: Sendable, Hashable {
    /// The toolchain's own parser, from the library at this path.
    case sourcekit(library: String)
    /// One of our language files, which has no grammar; the reason why it is used.
    case languageFile(reason: String)
  }

  /// Returns the path of a toolchain's in-process sourcekitd, given the folder that contains `usr`.
  public static func sourcekitLibrary(inToolchain toolchain: URL) -> URL {
    #if canImport(Darwin)
      let path = "usr/lib/sourcekitdInProc.framework/sourcekitdInProc"
    #else
      let path = "usr/lib/libsourcekitdInProc.so"
    #endif
    return toolchain.appendingPathComponent(path)
  }
}
