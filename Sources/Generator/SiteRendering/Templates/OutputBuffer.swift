/// Rendered bytes, with the indentation for each line of a template.
struct OutputBuffer {
  /// The bytes rendered so far, in UTF-8.
  private(set) var bytes: [UInt8] = []
  private var indentation: [UInt8] = []
  /// Whether the indentation of the template's current line is still to be written.
  private var isLineStart = false

  /// Writes literal text; empty lines are not indented.
  mutating func write(_ text: ArraySlice<UInt8>) {
    if indentation.isEmpty { return bytes.append(contentsOf: text) }
    var rest = text
    while let first = rest.first {
      if first != .newline { beginLine() }
      let end = rest.firstIndex(of: .newline).map { $0 + 1 } ?? rest.endIndex
      bytes.append(contentsOf: rest[..<end])
      isLineStart = rest[end - 1] == .newline
      rest = rest[end...]
    }
  }

  /// Writes the indentation of a template's line, if it is still to be written.
  mutating func beginLine() {
    if isLineStart { bytes.append(contentsOf: indentation) }
    isLineStart = false
  }

  /// Writes a value.
  mutating func write(_ value: String) {
    bytes.append(contentsOf: value.utf8)
  }

  /// Writes a value with `&`, `<`, `>`, `"` and `'` as HTML character references.
  mutating func write(escaping value: String) {
    var value = value
    value.withUTF8 { source in
      var start = 0
      for index in source.indices {
        guard let reference = Self.reference(for: source[index]) else { continue }
        bytes.append(contentsOf: source[start..<index])
        reference.withUTF8Buffer { bytes.append(contentsOf: $0) }
        start = index + 1
      }
      bytes.append(contentsOf: source[start...])
    }
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    case UInt8(ascii: "'"): "&#39;"
    default: nil
    }
  }

  /// Ends the line if anything was written after an offset, unless it ends with a line end.
  mutating func endLine(since offset: Int) {
    guard bytes.count > offset, bytes.last != .newline else { return }
    bytes.append(.newline)
    isLineStart = true
  }

  /// Begins an included template or argument.
  ///
  /// - Parameter addition: the indentation of its lines, in addition to the current one; `nil`
  ///   within a line, where its lines aren't indented.
  /// - Returns: the current indentation, for `leave`.
  mutating func enter(indentation addition: [UInt8]?) -> [UInt8] {
    let outer = indentation
    if let addition {
      indentation += addition
      isLineStart = true
    } else {
      beginLine()
      indentation = []
    }
    return outer
  }

  /// Returns to the text around an inclusion.
  mutating func leave(to outer: [UInt8], wasOnOwnLines: Bool) {
    indentation = outer
    isLineStart = wasOnOwnLines
  }
}
