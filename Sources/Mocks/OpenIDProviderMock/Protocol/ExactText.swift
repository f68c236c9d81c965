/// An identifier or a secret, compared byte by byte.
///
/// Swift's strings are equal if they are canonically equivalent, so the letter K equals the Kelvin
/// sign. The standards compare characters (RFC 6749 3.1.2.3, RFC 3986 6.2.1).
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool { left.text.isExactly(right.text) }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension String {
  /// Returns whether another text has the same bytes.
  func isExactly(_ other: String?) -> Bool { other.map { utf8.elementsEqual($0.utf8) } ?? false }
}

extension [String] {
  /// Returns whether one of the texts has the same bytes as another text.
  func containsExactly(_ text: String?) -> Bool { contains { $0.isExactly(text) } }
}

extension Dictionary where Key == ExactText {
  /// The value of a text.
  subscript(text: String) -> Value? {
    get { self[ExactText(text)] }
    set { self[ExactText(text)] = newValue }
  }
}
