extension JSONValue {
  /// Returns compact JSON text, with members in order or sorted by key.
  ///
  /// - Parameters:
  ///   - sortedKeys: sorts members by the bytes of their keys, as Go does for maps.
  ///   - escapesHTML: writes `<`, `>` and `&` as `\u003c` and so on, as Go's encoder does.
  public func serialized(sortedKeys: Bool = false, escapesHTML: Bool = false) -> String {
    String(decoding: bytes(sortedKeys: sortedKeys, escapesHTML: escapesHTML), as: UTF8.self)
  }

  /// Returns compact JSON in UTF-8, with members in order.
  public var serializedBytes: [UInt8] { bytes(sortedKeys: false, escapesHTML: false) }

  private func bytes(sortedKeys: Bool, escapesHTML: Bool) -> [UInt8] {
    var writer = JSONWriter(sortedKeys: sortedKeys, escapesHTML: escapesHTML)
    writer.bytes.reserveCapacity(256)
    writer.write(self)
    return writer.bytes
  }
}

private struct JSONWriter {
  let sortedKeys: Bool
  let escapesHTML: Bool
  var bytes: [UInt8] = []

  init(sortedKeys: Bool, escapesHTML: Bool) {
    self.sortedKeys = sortedKeys
    self.escapesHTML = escapesHTML
  }

  mutating func write(_ value: JSONValue) {
    switch value {
    case .null: bytes += "null".utf8
    case .bool(let flag): bytes += (flag ? "true" : "false").utf8
    case .integer(let number): bytes += String(number).utf8
    case .double(let number): bytes += number.jsonText.utf8
    case .string(let text): write(text)
    case .array(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(element)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let object):
      bytes.append(UInt8(ascii: "{"))
      for (index, key) in (sortedKeys ? Self.sorted(object.keys) : object.keys).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        write(key)
        bytes.append(UInt8(ascii: ":"))
        write(object[key] ?? .null)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  /// Sorts by the bytes of the keys, which differs from the order of Swift's strings.
  private static func sorted(_ keys: [String]) -> [String] {
    func precedes(_ first: String, _ second: String) -> Bool {
      first.utf8.lexicographicallyPrecedes(second.utf8)
    }
    let isSorted = zip(keys, keys.dropFirst()).allSatisfy { !precedes($1, $0) }
    return isSorted ? keys : keys.sorted(by: precedes)
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { source in
      // The first byte that isn't written yet.
      var start = 0
      for index in source.indices where !isPlain(source[index]) {
        guard let escape = Self.escape(for: source[index...]) else { continue }
        bytes += UnsafeBufferPointer(rebasing: source[start..<index])
        bytes += escape.text.utf8
        start = index + escape.length
      }
      bytes += UnsafeBufferPointer(rebasing: source[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// Returns whether a byte needs no escape.
  private func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case ..<0x20, 0x80..., UInt8(ascii: "\""), UInt8(ascii: "\\"): false
    case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): !escapesHTML
    default: true
    }
  }

  /// Returns the escape for the beginning of some bytes, and the number of bytes that it stands for; `nil`
  /// if they need none.
  private static func escape(
    for source: Slice<UnsafeBufferPointer<UInt8>>
  ) -> (text: String, length: Int)? {
    switch source[source.startIndex] {
    case UInt8(ascii: "\""): return ("\\\"", 1)
    case UInt8(ascii: "\\"): return ("\\\\", 1)
    case UInt8(ascii: "\n"): return ("\\n", 1)
    case UInt8(ascii: "\r"): return ("\\r", 1)
    case UInt8(ascii: "\t"): return ("\\t", 1)
    // Line and paragraph separators end a line in JavaScript; Go always escapes them.
    case 0xE2 where source.starts(with: "\u{2028}".utf8): return ("\\u2028", 3)
    case 0xE2 where source.starts(with: "\u{2029}".utf8): return ("\\u2029", 3)
    case let byte where byte < 0x80:
      let digits = String(byte, radix: 16)
      return ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits, 1)
    default: return nil
    }
  }
}

extension Double {
  /// The shortest text that parses to this number; whole numbers below 1e21 have no exponent.
  fileprivate var jsonText: String {
    if let integer = Int(exactly: self) { return String(integer) }
    return "\(self)"
  }
}
