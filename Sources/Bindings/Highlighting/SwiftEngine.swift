public import Foundation

extension Highlighter {
  /// What colours Swift.
  public enum SwiftEngine: Sendable, Hashable {
    /// The toolchain's own parser, from the library at this path.
    case sourcekit(library: String)
    /// A language file of ours, which goes by words and not by grammar, and why.
    case languageFile(reason: String)
  }

  /// Where a toolchain keeps its in-process sourcekitd, given the folder that holds its `usr`.
  public static func sourcekitLibrary(inToolchain toolchain: URL) -> URL {
    #if canImport(Darwin)
      let path = "usr/lib/sourcekitdInProc.framework/sourcekitdInProc"
    #else
      let path = "usr/lib/libsourcekitdInProc.so"
    #endif
    return toolchain.appendingPathComponent(path)
  }
}
