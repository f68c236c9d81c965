import JSON

/// What a message says, with the long words in it apart: those that may be drawn by lot, as ids, codes
/// and tokens are.
struct MessageWords {
  /// The message with a mark for each long word.
  private(set) var shape = ""
  /// The long words, in order, each as often as it occurs.
  private(set) var names: [String] = []

  /// Words of fewer bytes are nobody's id.
  private static let shortestName = 16
  /// What differs with the length of a word, or with time.
  private static let passedOver: Set = ["content-length", "date"]

  /// Takes apart a request or answer of a report; `nil` is one that never came.
  init(_ message: JSONValue?) {
    guard let message else { return }
    for key in ["status", "method", "target", "body"] {
      add(message[key]?.string ?? message[key]?.integer.map(String.init) ?? "")
    }
    for field in message["fields"]?.array ?? [] {
      let words = (field.array ?? []).compactMap(\.string)
      if !Self.passedOver.contains(words.first?.lowercased() ?? "") { words.forEach { add($0) } }
    }
  }

  /// The long words of a text.
  static func names(in text: String) -> [String] {
    words(of: text).filter(\.isName).map { String($0.text) }
  }

  private mutating func add(_ text: String) {
    for word in Self.words(of: text) {
      if word.isName { names.append(String(word.text)) } else { shape += word.text }
      if word.isName { shape += "\u{0}" }
    }
    shape += "\n"
  }

  /// Which of the names are the same: for each the place where it occurred first.
  var pattern: [Int] {
    var places: [String: Int] = [:]
    return names.enumerated().map { place, name in
      places[name, default: place] = places[name] ?? place
      return places[name] ?? place
    }
  }

  /// A message with other names.
  static func renamed(_ value: JSONValue, _ names: [String: String]) -> JSONValue {
    switch value {
    case .string(let text):
      .string(words(of: text).map { names[String($0.text)] ?? String($0.text) }.joined())
    case .array(let elements): .array(elements.map { renamed($0, names) })
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, renamed($0.value, names)) }))
    default: value
    }
  }

  /// Takes a text apart, so that its parts make the text again.
  ///
  /// A percent-encoded byte ends a word (RFC 3986 section 2.1).
  private static func words(of text: String) -> [(text: Substring, isName: Bool)] {
    let bytes = text.utf8
    var parts: [(text: Substring, isName: Bool)] = []
    var plain = bytes.startIndex
    var index = bytes.startIndex
    while index < bytes.endIndex {
      if bytes[index] == UInt8(ascii: "%") {
        index = bytes.index(index, offsetBy: 3, limitedBy: bytes.endIndex) ?? bytes.endIndex
        continue
      }
      let end = bytes[index...].firstIndex { !isPartOfName($0) } ?? bytes.endIndex
      if bytes.distance(from: index, to: end) >= shortestName {
        if plain < index { parts.append((text[plain..<index], false)) }
        parts.append((text[index..<end], true))
        plain = end
      }
      index = end > index ? end : bytes.index(after: index)
    }
    if plain < bytes.endIndex { parts.append((text[plain...], false)) }
    return parts
  }

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}
