import DocgenGround

/// The name of a value for a template, with a hash that distinguishes it from most others.
public struct TemplateName: Sendable {
  /// The name.
  let text: String
  let hash: UInt64

  /// Creates a name.
  init(_ text: String) {
    self.text = text
    hash = StableHash.of(text.utf8)
  }
}

extension TemplateName: Equatable {
  /// Compares the hashes first, because most names are others.
  @inline(__always)
  public static func == (left: TemplateName, right: TemplateName) -> Bool {
    left.hash == right.hash && left.text == right.text
  }
}

extension TemplateName: ExpressibleByStringLiteral {
  /// Creates a name.
  public init(stringLiteral text: String) { self.init(text) }
}
