/// The reason why a highlighter couldn't be created.
public enum HighlighterError: Error, Hashable, CustomStringConvertible {
  /// The folder of source-highlight's language files doesn't exist.
  case noLanguageFiles(folder: String)
  /// There is no memory left.
  case outOfMemory

  /// A lower-case line with the way out.
  public var description: String {
    switch self {
    case .noLanguageFiles(let folder):
      "no language files in '\(folder)'; install libsource-highlight-common"
    case .outOfMemory: "out of memory"
    }
  }
}
