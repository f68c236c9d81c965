/// A file of the finished site.
public struct RenderedFile: Sendable, Hashable {
  /// The path below the output folder, with `/`; never absolute, and never contains `..`.
  public var path: String
  /// The bytes.
  public var bytes: [UInt8]

  /// Creates a file from bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Creates a file from text, in UTF-8.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}

/// A file that a build copies.
public struct CopiedFile: Sendable, Hashable {
  /// The path below the output folder.
  public let path: String
  /// The source of the file below the site's root, for messages.
  public let source: String
  /// The size of an image; `nil` for other files, and for images whose size isn't known.
  public let size: ImageSize?

  /// Creates a file.
  public init(path: String, source: String, size: ImageSize? = nil) {
    self.path = path
    self.source = source
    self.size = size
  }
}
