extension JSONValue: CustomStringConvertible {
  /// Compact JSON text, with members in order.
  public var description: String { serialized() }

  /// Returns compact JSON text, with members in order or sorted by key.
  ///
  /// - Parameters:
  ///   - sortedKeys: sorts members by the bytes of their keys, as Go does for maps.
  ///   - escapesHTML: writes `<`, `>` and `&` as `\u003c` and so on, as Go's encoder does.
  public func serialized(sortedKeys: Bool = false, escapesHTML: Bool = false) -> String {
    var writer = JSONWriter(sortedKeys: sortedKeys, escapesHTML: escapesHTML)
    writer.bytes.reserveCapacity(256)
    writer.write(self)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

extension JSONObject: CustomStringConvertible {
  /// Compact JSON text, with members in order.
  public var description: String { JSONValue.object(self).serialized() }
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
    var text = text
    text.withUTF8 { bytes.append(jsonString: $0, escapesHTML: escapesHTML) }
  }
}

extension Double {
  /// The shortest text that parses to this number; whole numbers below 1e21 have no exponent.
  fileprivate var jsonText: String {
    if let integer = Int(exactly: self) { return String(integer) }
    return "\(self)"
  }
}
