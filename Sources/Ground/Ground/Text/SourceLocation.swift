/// A range in a named file; the location of a diagnostic.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file's path below the site's root, with `/`.
  public var file: String
  /// The range; `nil` for the entire file.
  public var range: SourceRange?

  /// Creates a location: a range of a file, or the entire file.
  public init(file: String, range: SourceRange? = nil) {
    self.file = file
    self.range = range
  }

  /// `file:line:column`, or only the file.
  public var description: String {
    range.map { "\(file):\($0.start)" } ?? file
  }
}
