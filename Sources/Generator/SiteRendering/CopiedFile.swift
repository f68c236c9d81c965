/// A file that a build copies.
public struct CopiedFile: Sendable, Hashable {
  /// The path below the output folder.
  public let path: String
  /// The source of the file below the site's root, for messages.
  public let source: String

  /// Creates a file.
  public init(path: String, source: String) {
    self.path = path
    self.source = source
  }
}
