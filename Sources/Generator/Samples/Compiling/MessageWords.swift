import DrawnWords
import JSON

/// What a message says, with the long words in it apart: those that may be drawn by lot, as ids, codes
/// and tokens are.
struct MessageWords {
  /// The message with a mark for each long word.
  private(set) var shape = ""
  /// The long words, in order, each as often as it occurs.
  private(set) var names: [String] = []

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

  private mutating func add(_ text: String) {
    for word in DrawnWords.parts(of: text) {
      if word.isDrawn { names.append(String(word.text)) } else { shape += word.text }
      if word.isDrawn { shape += "\u{0}" }
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
      .string(DrawnWords.parts(of: text).map { names[String($0.text)] ?? String($0.text) }.joined())
    case .array(let elements): .array(elements.map { renamed($0, names) })
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key, renamed($0.value, names)) }))
    default: value
    }
  }
}
