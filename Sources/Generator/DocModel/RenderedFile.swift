/// A file of the finished site.
public struct RenderedFile: Sendable, Hashable {
  /// Its path below the output folder, with `/`; never absolute and never with `..`.
  public var path: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// A file of bytes.
  public init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// A file of text, in UTF-8.
  public init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }
}
