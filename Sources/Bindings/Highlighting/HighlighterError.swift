/// Why no highlighter could be made.
public enum HighlighterError: Error, Hashable, CustomStringConvertible {
  /// The folder of source-highlight's language files isn't there.
  case noLanguageFiles(folder: String)
  /// There is no memory left.
  case outOfMemory

  /// One lower-case line with the way out.
  public var description: String {
    switch self {
    case .noLanguageFiles(let folder):
      "no language files in '\(folder)'; install libsource-highlight-common"
    case .outOfMemory: "out of memory"
    }
  }
}
