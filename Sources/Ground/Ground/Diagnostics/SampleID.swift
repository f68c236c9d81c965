/// The name of a sample: `guides/login.md#login` or `guides/login.md#3`.
public struct SampleID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The file that contains the sample.
  public var file: String
  /// The author's `id=`, or the number of the block among the file's samples.
  public var name: String

  /// Creates a name from its parts.
  public init(file: String, name: String) {
    self.file = file
    self.name = name
  }

  /// `file#name`.
  public var description: String { "\(file)#\(name)" }

  /// Orders names alphabetically.
  public static func < (left: SampleID, right: SampleID) -> Bool {
    (left.file, left.name) < (right.file, right.name)
  }
}
