/// Where a link to a file of a package leads, which is no page.
public enum LinkTarget: Sendable, Hashable {
  /// A copy of it, by the path below the output folder.
  case file(String)
  /// Another site.
  case address(String)
  /// Nowhere: it is a folder, and the address of the repository is unknown.
  case folder
  /// Nowhere: no file is there, and this one, by its path below the root, has the nearest name.
  case missing(nearest: String)

  /// Whether no file is there.
  public var isMissing: Bool { if case .missing = self { true } else { false } }
}
