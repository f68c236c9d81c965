/// A file of a site that is copied as it is.
public struct CopiedFile: Sendable, Hashable {
  /// Its path below the output folder.
  public let path: String
  /// Where it comes from, below the site's root, as people know it.
  public let source: String

  /// A file by its two places.
  public init(path: String, source: String) {
    self.path = path
    self.source = source
  }
}
