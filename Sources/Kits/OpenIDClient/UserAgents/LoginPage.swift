import Foundation

/// The forms of an HTML page, for a script that fills them in.
///
/// The parser reads tags and attributes only. That is enough for login pages with forms in their
/// HTML; pages that create forms with JavaScript need a real browser.
struct LoginPage: Sendable, Equatable {
  struct Control: Sendable, Equatable {
    var name: String
    var value: String
    /// `submit` for buttons; for inputs their type, by default `text`.
    var type: String
  }

  struct Form: Sendable, Equatable {
    var action: String
    var isPost: Bool
    var controls: [Control] = []

    var buttons: [Control] { controls.filter { $0.type == "submit" } }
  }

  private(set) var forms: [Form] = []
  /// The text of the first element with the role `alert`, up to the first element in it.
  private(set) var alert: String?

  init(html: String) {
    var rest = html[...]
    var isOpen = false
    while let start = rest.firstIndex(of: "<") {
      rest = rest[rest.index(after: start)...]
      if rest.hasPrefix("!--") {
        guard let end = rest.range(of: "-->") else { return }
        rest = rest[end.upperBound...]
        continue
      }
      guard let tag = HTMLStartTag(&rest) else { continue }
      if alert == nil, tag.attributes["role"] == "alert" {
        alert = HTMLStartTag.unescape(rest.prefix { $0 != "<" })
      }
      switch tag.name {
      case "form":
        isOpen = true
        forms.append(
          Form(
            action: tag.attributes["action"] ?? "",
            isPost: tag.attributes["method"]?.lowercased() == "post"))
      case "/form": isOpen = false
      case "input" where isOpen, "button" where isOpen:
        let type =
          tag.attributes["type"]?.lowercased() ?? (tag.name == "button" ? "submit" : "text")
        forms[forms.count - 1].controls.append(
          Control(
            name: tag.attributes["name"] ?? "", value: tag.attributes["value"] ?? "", type: type))
      default: break
      }
    }
  }
}

/// An HTML tag: its lower-case name (an end tag's with a leading `/`) and its attributes.
private struct HTMLStartTag {
  var name: String
  var attributes: [String: String] = [:]

  /// Parses from after the `<` through the `>`.
  init?(_ rest: inout Substring) {
    name = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "/" || $0 == "-" }).lowercased()
    guard !name.isEmpty else { return nil }
    rest = rest.dropFirst(name.count)
    while true {
      rest = rest.drop { $0.isWhitespace || $0 == "/" }
      guard let first = rest.first else { return nil }
      if first == ">" {
        rest = rest.dropFirst()
        return
      }
      let key = rest.prefix { !$0.isWhitespace && !"=>/".contains($0) }
      rest = rest.dropFirst(max(1, key.count))
      let afterSpace = rest.drop { $0.isWhitespace }
      var value = ""
      if afterSpace.first == "=" {
        rest = afterSpace.dropFirst().drop { $0.isWhitespace }
        value = Self.value(&rest)
      }
      let lowercased = key.lowercased()
      // Like browsers, use the first of several equal attributes.
      if attributes[lowercased] == nil { attributes[lowercased] = Self.unescape(value) }
    }
  }

  private static func value(_ rest: inout Substring) -> String {
    if let quote = rest.first, quote == "\"" || quote == "'" {
      let value = rest.dropFirst().prefix { $0 != quote }
      rest = rest.dropFirst(value.count + 1).dropFirst()
      return String(value)
    }
    let value = rest.prefix { !$0.isWhitespace && $0 != ">" }
    rest = rest.dropFirst(value.count)
    return String(value)
  }

  /// Replaces the character references that are common in form attributes.
  static func unescape(_ text: some StringProtocol) -> String {
    var unescaped = ""
    var rest = Substring(text)
    while let character = rest.first {
      if character == "&", let end = rest.prefix(12).firstIndex(of: ";"),
        let decoded = decodeReference(rest[rest.index(after: rest.startIndex)..<end])
      {
        unescaped.append(decoded)
        rest = rest[rest.index(after: end)...]
      } else {
        unescaped.append(character)
        rest = rest.dropFirst()
      }
    }
    return unescaped
  }

  private static func decodeReference(_ reference: Substring) -> Character? {
    let named: [Substring: Character] = [
      "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]
    if let character = named[reference] { return character }
    guard reference.first == "#" else { return nil }
    let digits = reference.dropFirst()
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    let number = isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { Character($0) }
  }
}
