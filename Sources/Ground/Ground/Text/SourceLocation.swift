/// A stretch of a named file; what a diagnostic points at.
public struct SourceLocation: Sendable, Hashable, CustomStringConvertible {
  /// The file's path below the site's root, with `/`, as shown to people.
  public var file: String
  /// The stretch; `nil` for the file as a whole.
  public var range: SourceRange?

  /// A stretch of a file, or the file as a whole.
  public init(file: String, range: SourceRange? = nil) {
    self.file = file
    self.range = range
  }

  /// `file:line:column`, or the file's name alone.
  public var description: String {
    range.map { "\(file):\($0.start)" } ?? file
  }
}
