import DocgenJSON

/// Formats JSON on several lines if one would be too long.
enum JSONLayout {
  private static let width = 72

  /// Returns the text of a value; members and elements that fit stay on one line.
  static func text(of value: JSONValue, indent: Int = 0) -> String {
    let line = oneLine(value)
    if line.count + indent <= width { return line }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch value {
    case .array(let elements) where elements.allSatisfy { $0.array == nil && $0.object == nil }:
      return "[\n\(filled(elements.map(oneLine), indent: inner))\n\(outer)]"
    case .array(let elements):
      let lines = elements.map { inner + text(of: $0, indent: indent + 2) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(outer)]"
    case .object(let object) where !object.isEmpty:
      let lines = object.members.map { key, value in
        "\(inner)\(JSONValue.string(key).serialized()): \(text(of: value, indent: indent + 2))"
      }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    default: return line
    }
  }

  /// Returns lines of as many items as fit.
  private static func filled(_ items: [String], indent: String) -> String {
    var lines: [String] = []
    var line = indent
    for (index, item) in items.enumerated() {
      let entry = item + (index + 1 < items.count ? "," : "")
      if line.count + entry.count + 1 > width + indent.count, line != indent {
        lines.append(line)
        line = indent
      }
      line += (line == indent ? "" : " ") + entry
    }
    return (lines + [line]).joined(separator: "\n")
  }

  private static func oneLine(_ value: JSONValue) -> String {
    switch value {
    case .array(let elements): "[\(elements.map(oneLine).joined(separator: ", "))]"
    case .object(let object) where object.isEmpty: "{}"
    case .object(let object):
      "{ "
        + object.members.map { "\(JSONValue.string($0.key).serialized()): \(oneLine($0.value))" }
        .joined(separator: ", ") + " }"
    default: value.serialized()
    }
  }
}
